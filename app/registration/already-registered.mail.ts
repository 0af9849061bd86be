import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'
import { route } from '#app/platform/route.ts'

/** Sent to the owner when their address is registered again; the page must not reveal that it has an account. */
export function alreadyRegisteredMail({
  translator: t,
  appName,
  absoluteUrl,
}: MailWriter): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('You already have an account at {appName}', { appName }),
    heading: t('You already have an account'),
    paragraphs: [
      t(
        "You (or someone using your address) tried to sign up again. Your account hasn't changed. Sign in as usual.",
      ),
    ],
    button: { label: t('Sign in'), url: absoluteUrl(route('login')) },
    notMeNote: t("Wasn't you? Nothing happened to your account, and they learned nothing."),
  })
}
