import type { Config } from '#app/platform/config/config.ts'

import { mailFolder } from './dev-mailbox.ts'
import type { QueuedMail } from './mail.job.ts'

export interface Mailer {
  /**
   * @param id  the same for every attempt to send this mail
   * @throws JobError with a message that quotes nothing of the mail
   */
  send(id: string, mail: QueuedMail): Promise<void>
}

type MailerSettings = Pick<Config, 'mailUrl' | 'mailFrom'>

/** Creates the mailer for `MAIL_URL`: SMTP or files. Its modules are loaded with the first mail. */
export function createMailer(settings: MailerSettings): Mailer {
  let loaded: Promise<Mailer> | undefined
  return {
    async send(id, mail) {
      loaded ??= loadMailer(settings)
      await (await loaded).send(id, mail)
    },
  }
}

async function loadMailer({ mailUrl, mailFrom }: MailerSettings): Promise<Mailer> {
  if (mailUrl.startsWith('file:')) {
    const { fileMailer } = await import('./file-mailer.ts')
    return fileMailer(mailFolder(mailUrl), mailFrom)
  }
  const { smtpMailer } = await import('./smtp-mailer.ts')
  return smtpMailer(mailUrl, mailFrom)
}
