import { usePage } from '@inertiajs/react'
import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'

import type { Pages } from '#app/pages.ts'
import { accountFeatures } from '#web/account-features.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { beerMug } from '#web/components/icons/beer-mug.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

import { factsOf } from './account-facts.ts'
import { compareFacts, type FactComparison } from './compare-facts.ts'
import { factName } from './fact.ts'
import type { DisplayedState } from './use-time-travel.ts'

interface Props extends Pick<Pages['TimeTravel/Index'], 'present'> {
  shown: DisplayedState
  renderActions: (different: FactComparison[], event: number) => ReactNode
}

/** Compares the account at the selected moment with the account now. */
export function Comparison({ shown, present, renderActions }: Props) {
  const t = useTranslation()
  const { seq, past, devices, photoUrls, isNow, isMoving } = useDeferredValue(shown)
  const timeZone = useTimezone()
  const { languages } = usePage().props
  const sectionRef = useMinHeightWhileMoving(isMoving)
  const { different, same } = useMemo(() => {
    const context = { t, timeZone, devices, languages }
    return compareFacts(factsOf(past, context), factsOf(present, context))
  }, [t, timeZone, devices, languages, past, present])

  if (isNow) return <CurrentState facts={same} />
  return (
    <section ref={sectionRef} className="card comparison" aria-labelledby="comparison">
      <header>
        <h2 id="comparison">{t('Then and now')}</h2>
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
          <Differences rows={different} past={past} present={present} photoUrls={photoUrls} />
        )}
        {different.length > 0 && renderActions(different, seq)}
        <details className="unchanged-facts">
          <summary>
            {t.n(same.length, 'One thing is the same', '{count} things are the same')}
          </summary>
          <FactList facts={same} />
        </details>
      </div>
    </section>
  )
}

type ComparedStates = Pick<Pages['TimeTravel/Index'], 'past' | 'present' | 'photoUrls'>

function Differences({
  rows,
  past,
  present,
  photoUrls,
}: { rows: FactComparison[] } & ComparedStates) {
  const t = useTranslation()
  const photoOf = (name: string, url: string | null) => (
    <Avatar name={name} profile_photo_url={url} size="large" />
  )
  return (
    <table className="diff-table">
      <caption className="visually-hidden">{t('What is different')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('What')}</th>
          <th scope="col">{t('Then')}</th>
          <th scope="col">{t('Now')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, before, after }) => (
          <tr
            key={key}
            data-difference={before === null ? 'new' : after === null ? 'gone' : 'changed'}
          >
            <th scope="row">
              {label}
              <ChangeLabel before={before} after={after} />
            </th>
            <td data-label={t('Then')}>
              <span className="fact">
                {key === 'photo' && photoOf(past.name, photoUrls.past)}
                {before ?? <span className="missing-value">{t('Not there yet')}</span>}
              </span>
            </td>
            <td data-label={t('Now')}>
              <span className="fact">
                {key === 'photo' && photoOf(present.name, photoUrls.present)}
                {after ?? <span className="missing-value">{t('Not there any more')}</span>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ChangeLabel({ before, after }: Pick<FactComparison, 'before' | 'after'>) {
  const t = useTranslation()
  return (
    <span className="difference-label">
      {before === null ? t('New') : after === null ? t('Gone') : t('Changed')}
    </span>
  )
}

/** On phones only the primary facts are expanded. */
function CurrentState({ facts }: { facts: FactComparison[] }) {
  const t = useTranslation()
  const primary = facts.filter((fact) => primaryFacts.has(factName(fact)))
  const others = facts.filter((fact) => !primary.includes(fact))
  return (
    <section className="card comparison" aria-labelledby="comparison">
      <header>
        <h2 id="comparison">{t('Your account now')}</h2>
        <p>{t('Go back in time above to see what was different.')}</p>
      </header>
      <div className="current-state">
        <FactList facts={primary} />
        <details>
          <summary>{t.n(others.length, 'One more thing', '{count} more things')}</summary>
          <FactList facts={others} />
        </details>
      </div>
    </section>
  )
}

const primaryFacts = new Set([
  'name',
  'email',
  'pending',
  'password',
  'locked',
  'leaving',
  ...accountFeatures.map(({ primaryFact }) => primaryFact),
])

function FactList({ facts }: { facts: FactComparison[] }) {
  const labels = [...new Set(facts.map(({ label }) => label))]
  return (
    <dl className="facts">
      {labels.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          {facts.map(({ key, label, after }) => label === name && <dd key={key}>{after}</dd>)}
        </div>
      ))}
    </dl>
  )
}

/** Keeps the element from shrinking during a drag, so that the content below does not jump. */
function useMinHeightWhileMoving(isMoving: boolean) {
  const elementRef = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = elementRef
    if (!current) return
    current.style.minHeight = isMoving ? `${current.offsetHeight}px` : ''
  })
  return elementRef
}
