import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import type { CodeToMail } from '#app/platform/auth/mailed-codes.ts'
import { codeInMail } from '#app/platform/mail/code-in-mail.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function confirmAddressMail(
  {
    translator: t,
    appName,
    absoluteUrl,
  }: Pick<MailWriter, 'translator' | 'appName' | 'absoluteUrl'>,
  path: string,
  { isRecoveryOnly }: { isRecoveryOnly: boolean },
  code: CodeToMail | null = null,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Confirm your additional address for {appName}', { appName }),
    heading: t('Confirm your additional address'),
    paragraphs: [
      isRecoveryOnly
        ? t(
            'You (or someone using your address) asked to add it to a {appName} account, to recover the account if its mailbox is lost.',
            { appName },
          )
        : t(
            'You (or someone using your address) asked to add it to a {appName} account, to sign in and to recover the account.',
            { appName },
          ),
      t(
        "Open the link in the browser where you're signed in. It works once, for {minutes} minutes.",
        {
          minutes: linkLifetimeMinutes,
        },
      ),
    ],
    button: { label: t('Confirm email address'), url: absoluteUrl(path), showUrl: true },
    ...codeInMail(t, appName, code),
    notMeNote: t("Wasn't you? Ignore this email: without the link nothing is added."),
  })
}
