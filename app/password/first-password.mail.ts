import { firstPasswordDays } from '#app/platform/auth/limits.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function firstPasswordMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  path: string,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Your account at {appName}', { appName }),
    heading: t('Your account is ready'),
    paragraphs: [
      t(
        'An account at {appName} was created for you. Open the link to choose its password. It works once, for {days} days.',
        { appName, days: firstPasswordDays },
      ),
    ],
    button: { label: t('Choose a password'), url: absoluteUrl(path), showUrl: true },
    notMeNote: t("Don't know {appName}? Ignore this email: nobody gets in without the link.", {
      appName,
    }),
  })
}
