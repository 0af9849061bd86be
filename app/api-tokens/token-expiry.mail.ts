import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'
import { route } from '#app/platform/route.ts'

interface ExpiringToken {
  name: string
  expiresAt: number
  last_used_at: number | null
  timezone: string | null
}

export function tokenExpiryMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  { name, expiresAt, last_used_at, timezone }: ExpiringToken,
): RenderedMail {
  const formatExact = (at: number) =>
    t.date(at, { dateStyle: 'long', timeStyle: 'long', timeZone: timezone ?? 'UTC' })
  return renderMail(t, {
    appName,
    subject: t('Your API token "{name}" ends soon', { name }),
    heading: t('An API token ends soon'),
    paragraphs: [
      t(
        'What uses it will stop working then. Rotate it to get a new one for as long again; the old one works for a day more.',
      ),
      t('Not needed any longer? Then there is nothing to do.'),
    ],
    details: [
      [t('Token'), name],
      [t('Ends'), formatExact(expiresAt)],
      [t('Last used'), last_used_at === null ? t('Never') : formatExact(last_used_at)],
    ],
    button: { label: t('Look at your tokens'), url: absoluteUrl(route('api-tokens.index')) },
  })
}
