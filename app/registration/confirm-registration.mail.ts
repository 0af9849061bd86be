import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function confirmRegistrationMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  path: string,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Confirm your address for {appName}', { appName }),
    heading: t('One click and your account is ready'),
    paragraphs: [
      t(
        'Someone, we hope you, registered with this address at {appName}. Open the link and confirm; it works once, for one hour.',
        { appName },
      ),
    ],
    button: { label: t('Confirm this address'), url: absoluteUrl(path) },
    notMeNote: t('This was not you? Do nothing: without the link there is no account.'),
  })
}
