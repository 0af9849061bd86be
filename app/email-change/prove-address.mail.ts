import { type Letter, letter } from '#app/platform/mail/letter.ts'
import type { Post } from '#app/platform/post.ts'

/** To the new address: the link that proves it. */
export function proveAddressMail(
  { text: t, appName, link }: Pick<Post, 'text' | 'appName' | 'link'>,
  path: string,
): Letter {
  return letter(t, {
    appName,
    subject: t('Confirm your new address for {appName}', { appName }),
    heading: t('Confirm your new address'),
    paragraphs: [
      t(
        'Someone, we hope you, wants to use this address for an account at {appName}. Open the link and confirm; it works once, for one hour.',
        { appName },
      ),
    ],
    button: { label: t('Confirm this address'), url: link(path) },
    notYou: t('This was not you? Do nothing: without the link the account keeps its old address.'),
  })
}
