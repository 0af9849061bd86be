import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

import { languages } from '#app/languages.ts'
import { memoize } from '#app/platform/lib/memoize.ts'
import { projectFile } from '#app/platform/lib/project-file.ts'

import type { LegalDocument } from './pages.ts'

export {
  combinedVersion,
  requireCurrentTerms,
  type LegalVersions,
  documentVersions,
} from './versions.ts'

export interface Legal extends LegalSources {
  /** Translations by language code. */
  translations: Map<string, LegalSources>
}

export interface LegalSources {
  terms: LegalSource
  policy: LegalSource
}

/** A document that is not rendered yet. */
export interface LegalSource extends Omit<LegalDocument, 'html'> {
  markdown: string
}

/**
 * Reads the legal documents: Markdown with the first line `Updated: 2026-01-31`, which must match in all translations. The
 * version is a digest of the English text, so any change requires acceptance again, in every language.
 */
export async function readLegal(
  folder: URL = pathToFileURL(projectFile('app/legal/')),
): Promise<Legal> {
  const [terms, policy] = await Promise.all([
    readDocument(new URL('terms.md', folder)),
    readDocument(new URL('policy.md', folder)),
  ])
  const translations = new Map<string, LegalSources>()
  for (const { code } of languages.filter((language) => language.code !== 'en')) {
    const [translatedTerms, translatedPolicy] = await Promise.all([
      readTranslation(terms, new URL(`terms.${code}.md`, folder)),
      readTranslation(policy, new URL(`policy.${code}.md`, folder)),
    ])
    translations.set(code, { terms: translatedTerms, policy: translatedPolicy })
  }
  return { terms, policy, translations }
}

/** The documents in this locale, else in English. */
export function legalForLocale(
  { terms, policy, translations }: Legal,
  locale: string,
): LegalSources {
  return translations.get(locale) ?? { terms, policy }
}

/** Renders the Markdown. Memoized; loads the renderer on first use. */
export async function renderDocument({ markdown, ...rest }: LegalSource): Promise<LegalDocument> {
  return { html: await renderMarkdown(markdown), ...rest }
}

const renderMarkdown = memoize(async (markdown: string) => {
  const [{ marked }, { default: sanitize }] = await Promise.all([
    import('marked'),
    import('sanitize-html'),
  ])
  return sanitize(await marked.parse(markdown), sanitizeOptions)
}, 20)

const sanitizeOptions = {
  allowedTags: ['h2', 'h3', 'p', 'a', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'code', 'hr'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
}

async function readTranslation(
  { version, updatedAt }: LegalSource,
  file: URL,
): Promise<LegalSource> {
  const document = await readDocument(file)
  if (document.updatedAt === updatedAt) return { ...document, version }
  throw new Error(
    `${file.pathname} is dated ${document.updatedAt}, but the English text ${updatedAt}.`,
  )
}

async function readDocument(file: URL): Promise<LegalSource> {
  return parseDocument(await readFile(file, 'utf8'))
}

export function parseDocument(text: string): LegalSource {
  const dateLine = /^Updated: (\d{4}-\d{2}-\d{2})\n+/.exec(text)
  if (!dateLine?.[1])
    throw new Error('A legal document must start with a line "Updated: YYYY-MM-DD".')
  return {
    markdown: text.slice(dateLine[0].length),
    version: createHash('sha256').update(text).digest('hex').slice(0, 12),
    updatedAt: dateLine[1],
  }
}
