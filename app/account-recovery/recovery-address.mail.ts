import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import type { CodeToMail } from '#app/platform/auth/mailed-codes.ts'
import { codeInMail } from '#app/platform/mail/code-in-mail.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function recoveryAddressMail(
  {
    translatorFor,
    appName,
    absoluteUrl,
  }: Pick<MailWriter, 'translatorFor' | 'appName' | 'absoluteUrl'>,
  locale: string | null,
  path: string,
  code: CodeToMail | null = null,
): RenderedMail {
  const t = translatorFor(locale)
  return renderMail(t, {
    appName,
    subject: t('Finish recovering your {appName} account', { appName }),
    heading: t('Finish recovering your account'),
    paragraphs: [
      t(
        'Open the link in the browser where you asked for it, and choose a new password. It works once, for {minutes} minutes.',
        { minutes: linkLifetimeMinutes },
      ),
    ],
    button: { label: t('Choose a new password'), url: absoluteUrl(path), showUrl: true },
    ...codeInMail(t, appName, code),
    notMeNote: t("Wasn't you? Ignore this email: the link works in that browser only."),
  })
}
