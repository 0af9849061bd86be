import type { Config } from '#app/platform/config.ts'

import { fileMailer } from './file-mailer.ts'
import type { QueuedMail } from './mail.job.ts'
import { mailFolder } from './mailbox.ts'
import { smtpMailer } from './smtp-mailer.ts'

export interface Mailer {
  /**
   * @param id  the same for every try of one mail
   * @throws JobError with a reason that quotes nothing of the mail
   */
  send(id: string, mail: QueuedMail): Promise<void>
}

/** Sends where `MAIL_URL` says: to an SMTP server, or into files. */
export function mailer({ mailUrl, mailFrom }: Pick<Config, 'mailUrl' | 'mailFrom'>): Mailer {
  return mailUrl.startsWith('file:')
    ? fileMailer(mailFolder(mailUrl), mailFrom)
    : smtpMailer(mailUrl, mailFrom)
}
