import { Link, usePage } from '@inertiajs/react'

import type { AccountState, Difference, EventDetail as Detail, EventDevice } from '#app/pages.ts'
import { addressOf } from '#web/Pages/TimeTravel/Partials/address.ts'
import { type Compared, compared } from '#web/Pages/TimeTravel/Partials/compared.ts'
import { factsOf } from '#web/Pages/TimeTravel/Partials/facts.ts'
import { nobody } from '#web/Pages/TimeTravel/Partials/nobody.ts'
import { NotMe } from '#web/Pages/TimeTravel/Partials/NotMe.tsx'
import { deviceWords } from '#web/parts/device-words.ts'
import { methodWords } from '#web/parts/event-note.ts'
import { useZone } from '#web/parts/zone.ts'
import { useText } from '#web/text.tsx'

/** One event: from where, by whom, and what it did. */
export function EventDetail({ detail }: { detail: Detail }) {
  const t = useText()
  const timeZone = useZone()
  const { at, device, session, method, changes, seq, isThisSession } = detail
  const by = methodWords.get(method)
  const facts: [label: string, value: string | null | undefined][] = [
    [t('Device'), device && deviceWords(t, device)],
    [t('Network address'), device?.ip],
    [t('Signed in'), by && t(by)],
    [t('Number'), t.number(seq)],
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
      {!isThisSession && <NotMe event={seq} />}
      <p className="form-actions">
        <Link
          className="button"
          href={addressOf({ at: Date.parse(at), type: null, device: null })}
          preserveState
        >
          {t('See the account just after it')}
        </Link>
      </p>
    </div>
  )
}

interface ChangesProps {
  changes: Difference[]
  /** Those of the sessions in them, as far as known. */
  devices: Record<string, EventDevice>
}

function Changes({ changes, devices }: ChangesProps) {
  const t = useText()
  const rows = useWords(changes, devices)
  if (rows.length === 0)
    return <p className="text-muted">{t('It changed nothing in your account.')}</p>
  return (
    <table className="differences">
      <caption className="visually-hidden">{t('What it changed')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('What')}</th>
          <th scope="col">{t('Before')}</th>
          <th scope="col">{t('After')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, was, is }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td data-label={t('Before')}>{was || '–'}</td>
            <td data-label={t('After')}>{is || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** In the words of the whole account: that of nobody with the changes in it, before and after. */
function useWords(changes: Difference[], devices: ChangesProps['devices']): Compared[] {
  const t = useText()
  const timeZone = useZone()
  const { languages } = usePage().props
  const means = { t, timeZone, devices, languages }
  const [was, is] = (['before', 'after'] as const).map((side) =>
    factsOf(
      changes.reduce((state, change) => withChange(state, change, side), nobody),
      means,
    ),
  )
  return compared(was ?? [], is ?? []).different
}

function withChange(state: AccountState, change: Difference, side: 'before' | 'after') {
  const value = change[side]
  if (change.id === null) return { ...state, [change.field]: value }
  if (value === null) return state
  return { ...state, [change.field]: { ...state[change.field], [change.id]: value } }
}
