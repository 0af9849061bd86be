import { Link } from '@inertiajs/react'

import type { AccountState } from '#app/account-events.ts'
import { emptyAccount } from '#app/account-state.ts'
import type { Difference, EventDetail as Detail, EventDevice } from '#app/time-travel/pages.ts'
import { type FactComparison, compareFacts } from '#web/components/time-travel/compare-facts.ts'
import { momentUrl } from '#web/components/time-travel/moment-url.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { deviceLabel, eventDeviceLabel } from '#web/lib/device-label.ts'
import { signInMethodLabels } from '#web/lib/event-detail-line.ts'
import { factsOf } from '#web/Pages/TimeTravel/Partials/account-facts.ts'

import { TakeoverPanel } from './TakeoverPanel.tsx'
import { useFactContext } from './use-fact-context.ts'

export function EventDetail({ detail }: { detail: Detail }) {
  const t = useTranslation()
  const timeZone = useTimezone()
  const { at, device, session, method, changes, seq, isThisSession } = detail
  const { country = null } = device ?? {}
  const methodLabel = signInMethodLabels.get(method)
  const facts: [label: string, value: string | null | undefined][] = [
    [t('Event'), t.number(seq)],
    [t('Device'), device ? deviceLabel(t, device) : eventDeviceLabel(t, detail)],
    [t('IP address'), device?.ip],
    [t('Country'), country && t.region(country)],
    [t('Signed in with'), methodLabel && t(methodLabel)],
  ]
  return (
    <div className="event-detail">
      <dl className="facts">
        <div>
          <dt>{t('When')}</dt>
          <dd>
            <time dateTime={at}>
              {t.date(at, { dateStyle: 'full', timeStyle: 'long', timeZone })}
            </time>
          </dd>
        </div>
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <Changes changes={changes} devices={session && device ? { [session]: device } : {}} />
      {!isThisSession && <TakeoverPanel event={seq} />}
      <p className="form-actions">
        <Link className="button" href={momentUrl({ at: Date.parse(at) })} preserveState>
          {t('See the account right after this')}
        </Link>
      </p>
    </div>
  )
}

interface ChangesProps {
  changes: Difference[]
  /** Devices by session id, as far as known. */
  devices: Record<string, EventDevice>
}

function Changes({ changes, devices }: ChangesProps) {
  const t = useTranslation()
  const rows = useChangeRows(changes, devices)
  if (rows.length === 0)
    return <p className="text-muted">{t('This changed nothing in your account.')}</p>
  return (
    <table className="diff-table">
      <caption className="visually-hidden">{t('What changed')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{t('Before')}</th>
          <th scope="col">{t('After')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, before, after }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td data-label={t('Before')}>{before || '–'}</td>
            <td data-label={t('After')}>{after || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Applies the changes to an empty account and compares the facts before and after. */
function useChangeRows(changes: Difference[], devices: ChangesProps['devices']): FactComparison[] {
  const context = useFactContext(devices)
  const [before, after] = (['before', 'after'] as const).map((side) =>
    factsOf(
      changes.reduce((state, change) => applyChange(state, change, side), emptyAccount),
      context,
    ),
  )
  return compareFacts(before ?? [], after ?? []).different
}

function applyChange(state: AccountState, change: Difference, side: 'before' | 'after') {
  const value = change[side]
  if (change.id === null) return { ...state, [change.field]: value }
  if (value === null) return state
  return { ...state, [change.field]: { ...state[change.field], [change.id]: value } }
}
