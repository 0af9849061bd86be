import type { Config } from '#app/platform/config.ts'

import type { QueuedMail } from './mail.job.ts'
import { mailFolder } from './mailbox.ts'

export interface Mailer {
  /**
   * @param id  the same for every try of one mail
   * @throws JobError with a reason that quotes nothing of the mail
   */
  send(id: string, mail: QueuedMail): Promise<void>
}

type Settings = Pick<Config, 'mailUrl' | 'mailFrom'>

/** Sends where `MAIL_URL` says: to an SMTP server, or into files. What that takes is loaded with the first mail. */
export function mailer(settings: Settings): Mailer {
  let opened: Promise<Mailer> | undefined
  return {
    async send(id, mail) {
      opened ??= open(settings)
      await (await opened).send(id, mail)
    },
  }
}

async function open({ mailUrl, mailFrom }: Settings): Promise<Mailer> {
  if (mailUrl.startsWith('file:')) {
    const { fileMailer } = await import('./file-mailer.ts')
    return fileMailer(mailFolder(mailUrl), mailFrom)
  }
  const { smtpMailer } = await import('./smtp-mailer.ts')
  return smtpMailer(mailUrl, mailFrom)
}
