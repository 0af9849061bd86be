import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function resetPasswordMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  path: string,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Choose a new password for {appName}', { appName }),
    heading: t('Choose a new password'),
    paragraphs: [
      t(
        'Someone, we hope you, said that the password of this account is forgotten. Open the link to choose a new one; it works once, for one hour.',
      ),
      t('Until you do, the old password stays as it is.'),
    ],
    button: { label: t('Choose a new password'), url: absoluteUrl(path) },
    notMeNote: t('This was not you? Do nothing: nobody gets in without the link.'),
  })
}
