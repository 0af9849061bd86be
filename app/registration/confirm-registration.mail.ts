import { type Letter, letter } from '#app/platform/mail/letter.ts'
import type { Post } from '#app/platform/post.ts'

/** To someone who registered: the link that proves the address and opens the account. */
export function confirmRegistrationMail({ text: t, appName, link }: Post, path: string): Letter {
  return letter(t, {
    appName,
    subject: t('Confirm your address for {appName}', { appName }),
    heading: t('One click and your account is ready'),
    paragraphs: [
      t(
        'Someone, we hope you, registered with this address at {appName}. Open the link and confirm; it works once, for one hour.',
        { appName },
      ),
    ],
    button: { label: t('Confirm this address'), url: link(path) },
    notYou: t('This was not you? Do nothing: without the link there is no account.'),
  })
}
