import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import type { CodeToMail } from '#app/platform/auth/mailed-codes.ts'
import { codeInMail } from '#app/platform/mail/code-in-mail.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function verifyEmailMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  path: string,
  code: CodeToMail | null = null,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Confirm your email address for {appName}', { appName }),
    heading: t('Confirm your email address'),
    paragraphs: [
      t(
        'Open the link to confirm that this address is yours. It works once, for {minutes} minutes.',
        { minutes: linkLifetimeMinutes },
      ),
    ],
    button: { label: t('Confirm email address'), url: absoluteUrl(path), showUrl: true },
    ...codeInMail(t, appName, code),
    notMeNote: t(
      "Don't have an account here? Ignore this email, and the address stays unconfirmed.",
    ),
  })
}
