import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'
import { route } from '#app/platform/route.ts'

import { rotationOverlapHours } from './limits.ts'

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
    subject: t('Your API token "{name}" expires soon', { name }),
    heading: t('An API token expires soon'),
    paragraphs: [
      t(
        'Programs that use it will stop working then. Rotate it to get a new value that lasts just as long. The old one works for {hours} more hours.',
        { hours: rotationOverlapHours },
      ),
      t("Don't need it any more? You don't need to do anything."),
    ],
    details: [
      [t('API token'), name],
      [t('Expires'), formatExact(expiresAt)],
      [t('Last used'), last_used_at === null ? t('Never') : formatExact(last_used_at)],
    ],
    button: { label: t('Review your API tokens'), url: absoluteUrl(route('api-tokens.index')) },
  })
}
