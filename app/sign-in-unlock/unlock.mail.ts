import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

import { unlockLinkHours } from './limits.ts'

export function unlockMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  path: string,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Someone is guessing your password'),
    heading: t('Someone is guessing your password'),
    paragraphs: [
      t(
        "So many wrong passwords were entered for your account that further attempts must wait, except on devices you've used before.",
      ),
      t(
        "If you're the one who's waiting, open this link in the browser you want to sign in with. It works once, for {hours} hours.",
        { hours: unlockLinkHours },
      ),
    ],
    button: { label: t('Sign in without waiting'), url: absoluteUrl(path), showUrl: true },
    notMeNote: t(
      "Not signing in? You don't need to do anything. The link opens nothing without your password.",
    ),
  })
}
