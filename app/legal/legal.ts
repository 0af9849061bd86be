import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { languages } from '#app/languages.ts'
import type { LegalDocument } from '#app/pages.ts'
import { remembered } from '#app/platform/remembered.ts'

export { onOffer, refuseOldTerms, type Versions, versionsOf } from './versions.ts'

export interface Legal extends Documents {
  /** By the code of the language. */
  translations: Map<string, Documents>
}

export interface Documents {
  terms: Written
  policy: Written
}

/** A document that nobody has asked to read yet. */
export interface Written extends Omit<LegalDocument, 'html'> {
  markdown: string
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

/** As it is shown. Made when it is first asked for, and with it what that takes is loaded. */
export async function readable({ markdown, ...rest }: Written): Promise<LegalDocument> {
  return { html: await htmlOf(markdown), ...rest }
}

const htmlOf = remembered(async (markdown: string) => {
  const [{ marked }, { default: sanitize }] = await Promise.all([
    import('marked'),
    import('sanitize-html'),
  ])
  return sanitize(await marked.parse(markdown), allowed)
}, 20)

const allowed = {
  allowedTags: ['h2', 'h3', 'p', 'a', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'code', 'hr'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
}

async function translated({ version, updatedAt }: Written, file: URL): Promise<Written> {
  const document = await read(file)
  if (document.updatedAt === updatedAt) return { ...document, version }
  throw new Error(`${file.pathname} is of ${document.updatedAt}, the English text of ${updatedAt}.`)
}

async function read(file: URL): Promise<Written> {
  return legalDocument(await readFile(file, 'utf8'))
}

export function legalDocument(text: string): Written {
  const dated = /^Updated: (\d{4}-\d{2}-\d{2})\n+/.exec(text)
  if (!dated?.[1]) throw new Error('A legal document begins with a line "Updated: YYYY-MM-DD".')
  return {
    markdown: text.slice(dated[0].length),
    version: createHash('sha256').update(text).digest('hex').slice(0, 12),
    updatedAt: dated[1],
  }
}
