import type { DataExport } from '#app/data-export/pages.ts'

export interface AccountDeletionPages {
  /** Shown to the signed-in owner, and behind the link in the mail. */
  'Auth/PendingDeletion': PendingDeletion & {
    email: string
    /** The URL of the form that cancels the deletion. */
    action: string
    /** Only when signed in; null without an export. */
    dataExport?: DataExport | null
  }
}

export interface PendingDeletion {
  erasedAt: string
}
