import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function confirmNewAddressMail(
  {
    translator: t,
    appName,
    absoluteUrl,
  }: Pick<MailWriter, 'translator' | 'appName' | 'absoluteUrl'>,
  path: string,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Confirm your new address for {appName}', { appName }),
    heading: t('Confirm your new address'),
    paragraphs: [
      t(
        'Someone, we hope you, wants to use this address for an account at {appName}. Open the link and confirm; it works once, for one hour.',
        { appName },
      ),
    ],
    button: { label: t('Confirm this address'), url: absoluteUrl(path) },
    notMeNote: t(
      'This was not you? Do nothing: without the link the account keeps its old address.',
    ),
  })
}
