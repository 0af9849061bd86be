import { type Letter, letter } from '#app/platform/mail/letter.ts'
import type { Post } from '#app/platform/post.ts'

/** To the owner of an account that has just been closed to everyone: the one way in that is left. */
export function wayBackMail(
  { textFor, appName, link }: Pick<Post, 'textFor' | 'appName' | 'link'>,
  locale: string | null,
  path: string,
): Letter {
  const t = textFor(locale)
  return letter(t, {
    appName,
    subject: t('Your way back into your account'),
    heading: t('Your account is closed to everyone else'),
    paragraphs: [
      t(
        'You told us that it was not you. Every session has ended, every passkey is gone, and the old password and every link we had sent before are void. Two-factor that was turned on within the last seven days is off.',
      ),
      t(
        'Open the link to choose a new password; it works once, for one hour. After that, have one sent from the sign-in page.',
      ),
    ],
    button: { label: t('Choose a new password'), url: link(path) },
    notYou: t('You told us nothing? Then someone else reads your mail. Secure your mailbox first.'),
  })
}
