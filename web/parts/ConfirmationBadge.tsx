import { router } from '@inertiajs/react'
import type { FormEvent } from 'react'

import { Icon } from '#web/parts/Icon.tsx'
import { lock } from '#web/parts/icons/lock.ts'
import { Menu } from '#web/parts/Menu.tsx'
import { useNow } from '#web/parts/now.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

const minute = 60_000
const dangerousMinutes = 15
const otherMinutes = 180

/**
 * How much longer nothing asks who is there, and a way to have it ask again.
 *
 * @param at  when the person confirmed, ISO 8601, UTC
 */
export default function ConfirmationBadge({ at }: { at: string }) {
  const t = useText()
  const passed = usePassed(at)
  const left = minutesLeft(dangerousMinutes, passed)
  const leftForOthers = minutesLeft(otherMinutes, passed)
  if (leftForOthers === 0) return null

  return (
    <div className="bar-confirmed">
      <Menu
        label={t.n(
          left || leftForOthers,
          'Confirmed for one more minute',
          'Confirmed for {count} more minutes',
        )}
        button={
          <>
            <Icon of={lock} small />
            <span className="bar-confirmed-words">
              {t('{count} min', { count: left || leftForOthers })}
            </span>
          </>
        }
      >
        <div className="menu-who">
          <p>{t('You have shown that it is you')}</p>
          <p>
            {left > 0
              ? t.n(
                  left,
                  'For one more minute nothing here asks you again.',
                  'For {count} more minutes nothing here asks you again.',
                )
              : t(
                  'Changing how you sign in asks again. Smaller things do not, for {count} minutes.',
                  { count: leftForOthers },
                )}
          </p>
        </div>
        <hr />
        <form onSubmit={leave}>
          <button className="menu-item" type="submit">
            {t('Ask me again from now on')}
          </button>
        </form>
      </Menu>
    </div>
  )
}

function leave(event: FormEvent) {
  event.preventDefault()
  router.delete(route('password.confirmation.destroy'), {
    preserveScroll: true,
    preserveState: true,
  })
}

/** Milliseconds; never negative, as a clock that is behind the server's would have it. */
function usePassed(at: string): number {
  return Math.max(0, useNow(minute / 4) - Date.parse(at))
}

function minutesLeft(window: number, passed: number): number {
  return Math.max(0, Math.ceil(window - passed / minute))
}
