import { usePage } from '@inertiajs/react'
import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'

import type { Pages } from '#app/pages.ts'
import { compared, type Compared } from '#web/Pages/TimeTravel/Partials/compared.ts'
import { factsOf } from '#web/Pages/TimeTravel/Partials/facts.ts'
import type { Shown } from '#web/Pages/TimeTravel/Partials/journey.ts'
import { Avatar } from '#web/parts/Avatar.tsx'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { beerMug } from '#web/parts/icons/beer-mug.ts'
import { useZone } from '#web/parts/zone.ts'
import { useText } from '#web/text.tsx'

interface Props extends Pick<Pages['TimeTravel/Index'], 'present'> {
  shown: Shown
  /** What can be done about what is different. */
  mend: (different: Compared[], event: number) => ReactNode
}

/** The account at that moment beside the account as it is. */
export function ThenAndNow({ shown, present, mend }: Props) {
  const t = useText()
  const { seq, past, devices, photos, isNow, isMoving } = useDeferredValue(shown)
  const timeZone = useZone()
  const { languages } = usePage().props
  const frame = useSteadyHeight(isMoving)
  const { different, same } = useMemo(() => {
    const means = { t, timeZone, devices, languages }
    return compared(factsOf(past, means), factsOf(present, means))
  }, [t, timeZone, devices, languages, past, present])

  if (isNow) return <AsItIs facts={same} />
  return (
    <section ref={frame} className="card then-and-now" aria-labelledby="then-and-now">
      <header>
        <h2 id="then-and-now">{t('Then and now')}</h2>
        <p>
          {different.length > 0 &&
            t.n(different.length, 'One thing is different', '{count} things are different')}
        </p>
      </header>
      <div>
        {different.length === 0 ? (
          <EmptyState icon={beerMug}>
            {t('Everything was as it is now. Nothing to put right. Cheers.')}
          </EmptyState>
        ) : (
          <Differences rows={different} past={past} present={present} photos={photos} />
        )}
        {different.length > 0 && mend(different, seq)}
        <details className="same">
          <summary>
            {t.n(same.length, 'One thing is the same', '{count} things are the same')}
          </summary>
          <Facts facts={same} />
        </details>
      </div>
    </section>
  )
}

type Both = Pick<Pages['TimeTravel/Index'], 'past' | 'present' | 'photos'>

function Differences({ rows, past, present, photos }: { rows: Compared[] } & Both) {
  const t = useText()
  const photo = (name: string, address: string | null) => (
    <Avatar name={name} profile_photo_url={address} size="large" />
  )
  return (
    <table className="differences">
      <caption className="visually-hidden">{t('What is different')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('What')}</th>
          <th scope="col">{t('Then')}</th>
          <th scope="col">{t('Now')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, was, is }) => (
          <tr key={key} data-mark={was === null ? 'new' : is === null ? 'gone' : 'changed'}>
            <th scope="row">
              {label}
              <Mark was={was} is={is} />
            </th>
            <td data-label={t('Then')}>
              <span className="fact">
                {key === 'photo' && photo(past.name, photos.past)}
                {was ?? <span className="not-there">{t('Not there yet')}</span>}
              </span>
            </td>
            <td data-label={t('Now')}>
              <span className="fact">
                {key === 'photo' && photo(present.name, photos.present)}
                {is ?? <span className="not-there">{t('Not there any more')}</span>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Mark({ was, is }: Pick<Compared, 'was' | 'is'>) {
  const t = useText()
  return (
    <span className="mark-word">
      {was === null ? t('New') : is === null ? t('Gone') : t('Changed')}
    </span>
  )
}

/** On a phone only whose account it is, and what opens it, is unfolded. */
function AsItIs({ facts }: { facts: Compared[] }) {
  const t = useText()
  const rest = facts.filter(({ key }) => !isForemost(key))
  return (
    <section className="card then-and-now" aria-labelledby="then-and-now">
      <header>
        <h2 id="then-and-now">{t('Your account now')}</h2>
        <p>{t('Go back in time above to see what was different.')}</p>
      </header>
      <div className="as-it-is">
        <Facts facts={facts.filter(({ key }) => isForemost(key))} />
        <details>
          <summary>{t.n(rest.length, 'One more thing', '{count} more things')}</summary>
          <Facts facts={rest} />
        </details>
      </div>
    </section>
  )
}

const foremost = new Set([
  'name',
  'email',
  'pending',
  'password',
  'two-factor',
  'passkey',
  'token',
  'locked',
  'leaving',
])

/** @param key  of many things it is followed by an id */
function isForemost(key: string): boolean {
  return foremost.has(key.split(' ', 1)[0] ?? key)
}

function Facts({ facts }: { facts: Compared[] }) {
  const labels = [...new Set(facts.map(({ label }) => label))]
  return (
    <dl className="facts">
      {labels.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          {facts.map(({ key, label, is }) => label === name && <dd key={key}>{is}</dd>)}
        </div>
      ))}
    </dl>
  )
}

/** While the hand moves it grows, and does not shrink: what is below stays under the eye. */
function useSteadyHeight(isMoving: boolean) {
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    current.style.minHeight = isMoving ? `${current.offsetHeight}px` : ''
  })
  return frame
}
