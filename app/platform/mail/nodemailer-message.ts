import type { SendMailOptions } from 'nodemailer'

import type { Config } from '#app/platform/config/config.ts'

import type { QueuedMail } from './mail.job.ts'

/** Passes names and addresses separately, never as one string, so that input cannot add a header or a recipient. */
export function nodemailerMessage(
  id: string,
  mail: QueuedMail,
  from: Config['mailFrom'],
): SendMailOptions {
  const { to, letter, at } = mail
  return {
    from,
    to,
    ...letter,
    date: new Date(at),
    // The same for every attempt, so that a mail sent twice can be recognized.
    messageId: `<${id}@${from.address.replace(/^.*@/, '')}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
