import type { CodeToMail } from '#app/platform/auth/mailed-codes.ts'
import { codeInMail } from '#app/platform/mail/code-in-mail.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function signInCodeMail(
  { translator: t, appName }: MailWriter,
  code: CodeToMail,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Your sign-in code for {appName}', { appName }),
    heading: t('Your sign-in code'),
    paragraphs: [],
    ...codeInMail(t, appName, code, { isOnly: true }),
    notMeNote: t("Didn't request this? Ignore this email: nobody gets in without the code."),
  })
}
