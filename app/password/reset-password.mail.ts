import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import type { CodeToMail } from '#app/platform/auth/mailed-codes.ts'
import { codeInMail } from '#app/platform/mail/code-in-mail.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

/** @param hasPassword  without one the mail says that the link adds a password, which its owner may have removed */
export function resetPasswordMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  path: string,
  { hasPassword, code }: { hasPassword: boolean; code: CodeToMail | null },
): RenderedMail {
  const title = hasPassword ? t('Choose a new password') : t('Choose a password')
  return renderMail(t, {
    appName,
    subject: hasPassword
      ? t('Choose a new password for {appName}', { appName })
      : t('Choose a password for {appName}', { appName }),
    heading: title,
    paragraphs: hasPassword
      ? [
          t(
            'You (or someone using your address) asked to reset your password. Open the link to choose a new one. It works once, for {minutes} minutes.',
            { minutes: linkLifetimeMinutes },
          ),
          t('Until then your current password keeps working.'),
        ]
      : [
          t(
            'You (or someone using your address) asked for a new password, but your account has none: you sign in with a passkey or a linked account.',
          ),
          t(
            "If you can't, choose a password with this link. It works once, for {minutes} minutes.",
            { minutes: linkLifetimeMinutes },
          ),
        ],
    button: { label: title, url: absoluteUrl(path), showUrl: true },
    ...codeInMail(t, appName, code),
    notMeNote: t("Didn't request this? Ignore this email: nobody gets in without the link."),
  })
}
