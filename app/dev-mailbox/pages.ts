import type { MailSummary, Mail } from '#app/pages.ts'

export interface DevMailboxPages {
  Mailbox: {
    mails: MailSummary[]
    templates: MailTemplate[]
    openMail: Mail | null
    /** Each new mail is broadcast here as `mail.arrived`. */
    channel: string
  }
}

/** A mail template with sample data. */
export interface MailTemplate {
  id: string
  subject: string
}
