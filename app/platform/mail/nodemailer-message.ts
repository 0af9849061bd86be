import type { SendMailOptions } from 'nodemailer'

import type { Config } from '#app/platform/config/config.ts'

import type { QueuedMail } from './mail.job.ts'

/**
 * A mail as Nodemailer takes it. Names and addresses go in apart, never as one text that it would take apart again, so
 * that nothing a person chose can become a header or a second recipient.
 */
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
    // The same for every try, so that a mail sent twice can be recognised.
    messageId: `<${id}@${from.address.replace(/^.*@/, '')}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
