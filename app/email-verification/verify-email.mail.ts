import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function verifyEmailMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  path: string,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Confirm your address for {appName}', { appName }),
    heading: t('Confirm your address'),
    paragraphs: [
      t('Open the link and confirm that this address is yours. It works once, for one hour.'),
    ],
    button: { label: t('Confirm this address'), url: absoluteUrl(path) },
    notMeNote: t('You have no account here? Do nothing, and the address stays unconfirmed.'),
  })
}
