import { type Letter, letter } from '#app/platform/mail/letter.ts'
import type { Post } from '#app/platform/post.ts'

/** To the address of an account that has not proved it yet. */
export function verifyEmailMail({ text: t, appName, link }: Post, path: string): Letter {
  return letter(t, {
    appName,
    subject: t('Confirm your address for {appName}', { appName }),
    heading: t('Confirm your address'),
    paragraphs: [
      t('Open the link and confirm that this address is yours. It works once, for one hour.'),
    ],
    button: { label: t('Confirm this address'), url: link(path) },
    notYou: t('You have no account here? Do nothing, and the address stays unconfirmed.'),
  })
}
