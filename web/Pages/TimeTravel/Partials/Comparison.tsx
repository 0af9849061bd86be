import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'

import type { AccountState } from '#app/account-events.ts'
import type { Pages } from '#app/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { beerMug } from '#web/components/icons/beer-mug.ts'
import {
  compareFacts,
  type FactComparison,
  foldSessions,
} from '#web/components/time-travel/compare-facts.ts'
import {
  type ComparedSide as DifferenceSide,
  Differences,
} from '#web/components/time-travel/Differences.tsx'
import { FactList } from '#web/components/time-travel/FactList.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

import { byPosition, factsOf } from './account-facts.ts'
import { CurrentState } from './CurrentState.tsx'
import { useFactContext } from './use-fact-context.ts'
import type { DisplayedState } from './use-time-travel.ts'

interface ComparedSide extends DifferenceSide {
  state: AccountState
}

interface Props extends Pick<Pages['TimeTravel/Index'], 'present' | 'compared'> {
  shown: DisplayedState
  /** Below the comparison. @param different  empty when the other moment is not now */
  renderActions: (different: FactComparison[], shown: DisplayedState) => ReactNode
}

/** Compares the account at the selected moment with the account now, or at another moment. */
export function Comparison({ shown, present, compared, renderActions }: Props) {
  const t = useTranslation()
  const deferred = useDeferredValue(shown)
  const sectionRef = useMinHeightWhileMoving(deferred.isMoving)
  const [earlier, later] = useSides(deferred, present, compared)
  const { different, same } = useComparedFacts(earlier.state, later.state, deferred.devices)

  if (deferred.isNow && !compared) return <CurrentState facts={same} />
  return (
    <section ref={sectionRef} className="card comparison" aria-labelledby="comparison">
      <header>
        <h2 id="comparison">{compared ? t('Two points in time') : t('Then and now')}</h2>
        <p>
          {different.length > 0 && t.n(different.length, 'One difference', '{count} differences')}
        </p>
      </header>
      <div>
        {different.length === 0 ? (
          <EmptyState icon={beerMug}>
            {compared
              ? t('Nothing is different between the two. Choose another time above.')
              : t('Everything was the same as now.')}
          </EmptyState>
        ) : (
          <Differences rows={different} earlier={earlier} later={later} />
        )}
        {renderActions(compared ? [] : different, deferred)}
        <details className="unchanged-facts">
          <summary>{t.n(same.length, 'One thing unchanged', '{count} things unchanged')}</summary>
          <FactList facts={same} />
        </details>
      </div>
    </section>
  )
}

/** The two compared moments, the earlier first. */
function useSides(
  { at, past, photoUrls, isNow }: DisplayedState,
  present: AccountState,
  compared: Props['compared'],
): [ComparedSide, ComparedSide] {
  const t = useTranslation()
  const timeZone = useTimezone()
  const now: ComparedSide = { label: t('Now'), state: present, photoUrl: photoUrls.present }
  const selected = { label: t('Then'), state: past, photoUrl: photoUrls.past }
  if (!compared) return [selected, now]
  const labelOf = (time: number | string) =>
    t.date(time, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const { state, photoUrl } = compared
  const other = { label: labelOf(compared.at), state, photoUrl }
  if (isNow) return [other, now]
  const labelled = { ...selected, label: labelOf(at) }
  return at < Date.parse(compared.at) ? [labelled, other] : [other, labelled]
}

function useComparedFacts(
  earlier: AccountState,
  later: AccountState,
  devices: DisplayedState['devices'],
) {
  const context = useFactContext(devices)
  return useMemo(
    () =>
      foldSessions(
        context.t,
        compareFacts(factsOf(earlier, context), factsOf(later, context), byPosition),
      ),
    [context, earlier, later],
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
