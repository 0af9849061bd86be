import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import type { CodeToMail } from '#app/platform/auth/mailed-codes.ts'
import { codeInMail } from '#app/platform/mail/code-in-mail.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function confirmNewAddressMail(
  {
    translator: t,
    appName,
    absoluteUrl,
  }: Pick<MailWriter, 'translator' | 'appName' | 'absoluteUrl'>,
  path: string,
  code: CodeToMail | null = null,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Confirm your new email address for {appName}', { appName }),
    heading: t('Confirm your new email address'),
    paragraphs: [
      t(
        'You (or someone using your address) asked to use it for a {appName} account. Open the link to confirm. It works once, for {minutes} minutes.',
        { appName, minutes: linkLifetimeMinutes },
      ),
    ],
    button: { label: t('Confirm email address'), url: absoluteUrl(path), showUrl: true },
    ...codeInMail(t, appName, code),
    notMeNote: t(
      "Wasn't you? Ignore this email: without the link the account keeps its old address.",
    ),
  })
}
