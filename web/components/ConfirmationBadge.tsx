import { router } from '@inertiajs/react'
import type { FormEvent } from 'react'

import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import { useNow } from '#web/hooks/use-now.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Icon } from './Icon.tsx'
import { lock } from './icons/lock.ts'
import { Menu } from './Menu.tsx'

const minute = 60_000

/**
 * Shows how long the last confirmation remains valid, with a button to end it.
 *
 * @param confirmedAt  ISO 8601, UTC
 * @param minutes  how long it counts for each level
 */
export default function ConfirmationBadge({
  confirmedAt,
  minutes,
}: {
  confirmedAt: string
  minutes: Record<ConfirmationLevel, number>
}) {
  const t = useTranslation()
  const elapsedMs = useElapsedMs(confirmedAt)
  const sensitiveMinutesLeft = minutesLeft(minutes.sensitive, elapsedMs)
  const standardMinutesLeft = minutesLeft(minutes.standard, elapsedMs)
  if (standardMinutesLeft === 0) return null
  const count = sensitiveMinutesLeft || standardMinutesLeft
  const label = t('Confirmed · {count} min', { count })

  return (
    <div className="confirmation-badge">
      <Menu
        label={label}
        button={
          <>
            <Icon path={lock} small />
            <span className="confirmation-badge-label">{label}</span>
            <time dateTime={`PT${count}M`}>
              {t.number(count, { style: 'unit', unit: 'minute', unitDisplay: 'short' })}
            </time>
          </>
        }
      >
        <div className="grid px-3 py-2">
          <p className="font-medium">{t("You've confirmed it's you")}</p>
          <p className="text-13 text-muted">
            {sensitiveMinutesLeft > 0
              ? t.n(
                  sensitiveMinutesLeft,
                  "We won't ask again for one minute.",
                  "We won't ask again for {count} minutes.",
                )
              : t(
                  "We'll ask again for sensitive changes, but not for others for {count} minutes.",
                  { count: standardMinutesLeft },
                )}
          </p>
        </div>
        <hr />
        <form onSubmit={endConfirmation}>
          <button className="menu-item" type="submit">
            {t('End now')}
          </button>
        </form>
      </Menu>
    </div>
  )
}

function endConfirmation(event: FormEvent) {
  event.preventDefault()
  router.delete(route('password.confirmation.destroy'), {
    preserveScroll: true,
    preserveState: true,
  })
}

/** Time since then. Never negative, even if the browser's clock is behind the server's. */
function useElapsedMs(since: string): number {
  return Math.max(0, useNow(minute / 4) - Date.parse(since))
}

function minutesLeft(totalMinutes: number, elapsedMs: number): number {
  return Math.max(0, Math.ceil(totalMinutes - elapsedMs / minute))
}
