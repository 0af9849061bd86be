import { type Letter, letter } from '#app/platform/mail/letter.ts'
import type { Post } from '#app/platform/post.ts'
import { route } from '#app/platform/route.ts'

interface Ending {
  name: string
  expiresAt: number
  last_used_at: number | null
  timezone: string | null
}

export function tokenExpiryMail(
  { text: t, appName, link }: Post,
  { name, expiresAt, last_used_at, timezone }: Ending,
): Letter {
  const exact = (at: number) =>
    t.date(at, { dateStyle: 'long', timeStyle: 'long', timeZone: timezone ?? 'UTC' })
  return letter(t, {
    appName,
    subject: t('Your API token "{name}" ends soon', { name }),
    heading: t('An API token ends soon'),
    paragraphs: [
      t(
        'What uses it will stop working then. Rotate it to get a new one for as long again; the old one works for a day more.',
      ),
      t('Not needed any longer? Then there is nothing to do.'),
    ],
    facts: [
      [t('Token'), name],
      [t('Ends'), exact(expiresAt)],
      [t('Last used'), last_used_at === null ? t('Never') : exact(last_used_at)],
    ],
    button: { label: t('Look at your tokens'), url: link(route('api-tokens.index')) },
  })
}
