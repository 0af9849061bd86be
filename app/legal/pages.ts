import type { DataExport } from '#app/data-export/pages.ts'

export interface LegalPages {
  'Auth/AcceptTerms': {
    /** The person has accepted none yet, such as one who came from a provider. */
    isFirst: boolean
    changed: ('terms' | 'policy')[]
    termsVersion: string
    dataExport: DataExport | null
  }
  TermsOfService: LegalDocument
  PrivacyPolicy: LegalDocument
}

export interface LegalDocument {
  /** Sanitized HTML, rendered from Markdown. */
  html: string
  /** The first 12 hexadecimal digits of the document's SHA-256. */
  version: string
  /** ISO 8601 date. */
  updatedAt: string
}
