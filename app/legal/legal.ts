import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { marked } from 'marked'
import sanitize from 'sanitize-html'

import { languages } from '#app/languages.ts'
import type { LegalDocument } from '#app/pages.ts'

export { onOffer, refuseOldTerms, type Versions, versionsOf } from './versions.ts'

export interface Legal extends Documents {
  /** By the code of the language. */
  translations: Map<string, Documents>
}

export interface Documents {
  terms: LegalDocument
  policy: LegalDocument
}

/**
 * Reads the legal documents. They are Markdown beside this file; a front line `Updated: 2026-01-31` dates them.
 * The version is a digest of the English text, so that any change asks people again, whatever language they read.
 *
 * @throws when a translation is not of the same date as the document
 */
export async function readLegal(folder: URL = new URL('./', import.meta.url)): Promise<Legal> {
  const [terms, policy] = await Promise.all([
    read(new URL('terms.md', folder)),
    read(new URL('policy.md', folder)),
  ])
  const translations = new Map<string, Documents>()
  for (const { code } of languages.filter((language) => language.code !== 'en')) {
    const [theirTerms, theirPolicy] = await Promise.all([
      translated(terms, new URL(`terms.${code}.md`, folder)),
      translated(policy, new URL(`policy.${code}.md`, folder)),
    ])
    translations.set(code, { terms: theirTerms, policy: theirPolicy })
  }
  return { terms, policy, translations }
}

/** The documents in the reader's language, else in English. */
export function legalIn({ terms, policy, translations }: Legal, locale: string): Documents {
  return translations.get(locale) ?? { terms, policy }
}

async function translated(
  { version, updatedAt }: LegalDocument,
  file: URL,
): Promise<LegalDocument> {
  const document = await read(file)
  if (document.updatedAt === updatedAt) return { ...document, version }
  throw new Error(`${file.pathname} is of ${document.updatedAt}, the English text of ${updatedAt}.`)
}

async function read(file: URL): Promise<LegalDocument> {
  return legalDocument(await readFile(file, 'utf8'))
}

export async function legalDocument(markdown: string): Promise<LegalDocument> {
  const dated = /^Updated: (\d{4}-\d{2}-\d{2})\n+/.exec(markdown)
  if (!dated?.[1]) throw new Error('A legal document begins with a line "Updated: YYYY-MM-DD".')
  const text = markdown.slice(dated[0].length)
  return {
    html: sanitize(await marked.parse(text), allowed),
    version: createHash('sha256').update(markdown).digest('hex').slice(0, 12),
    updatedAt: dated[1],
  }
}

const allowed: sanitize.IOptions = {
  allowedTags: ['h2', 'h3', 'p', 'a', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'code', 'hr'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
}
