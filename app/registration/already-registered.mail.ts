import type { MailWriter } from '#app/platform/action-context.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'
import { route } from '#app/platform/route.ts'

/** To someone who has an account already and, or somebody else, registered again: the page itself must not tell. */
export function alreadyRegisteredMail({
  translator: t,
  appName,
  absoluteUrl: link,
}: MailWriter): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('You already have an account at {appName}', { appName }),
    heading: t('You already have an account'),
    paragraphs: [
      t(
        'Someone, perhaps you, tried to register with this address. Your account is unchanged; sign in as usual.',
      ),
    ],
    button: { label: t('Sign in'), url: link(route('login')) },
    notMeNote: t(
      'This was not you? Nothing happened to your account, and whoever it was has learned nothing.',
    ),
  })
}
