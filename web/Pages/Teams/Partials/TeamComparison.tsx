import type { TeamTimeTravelPages } from '#app/team-time-travel/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { beerMug } from '#web/components/icons/beer-mug.ts'
import { compareFacts, type FactComparison } from '#web/components/time-travel/compare-facts.ts'
import { Differences } from '#web/components/time-travel/Differences.tsx'
import { FactList } from '#web/components/time-travel/FactList.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

import { teamFacts } from './team-facts.ts'

type Props = Pick<
  TeamTimeTravelPages['Teams/Log'],
  'moment' | 'past' | 'present' | 'names' | 'hiddenMembers'
>

/** Compares the team at the selected moment with the team now. */
export function TeamComparison({ moment, past, present, names, hiddenMembers }: Props) {
  const t = useTranslation()
  const context = { t, timeZone: useTimezone(), names }
  const { different, same } = compareFacts(teamFacts(past, context), teamFacts(present, context))
  const others = hiddenMembers > 0 && (
    <p className="text-muted">{t.n(hiddenMembers, 'One more member', '{count} more members')}</p>
  )
  if (moment.isNow)
    return (
      <section className="card comparison" aria-labelledby="comparison">
        <header>
          <h2 id="comparison">{t('The team now')}</h2>
          <p>{t('Drag the handle to see the team at an earlier time.')}</p>
        </header>
        <div className="current-state">
          <FactList facts={same} />
          {others}
        </div>
      </section>
    )
  return (
    <section className="card comparison" aria-labelledby="comparison">
      <header>
        <h2 id="comparison">{t('Then and now')}</h2>
        <p>
          {different.length > 0 && t.n(different.length, 'One difference', '{count} differences')}
        </p>
      </header>
      <div>
        <TeamDifferences rows={different} then={past.name} now={present.name} />
        <details className="unchanged-facts">
          <summary>{t.n(same.length, 'One thing unchanged', '{count} things unchanged')}</summary>
          <FactList facts={same} />
        </details>
        {others}
      </div>
    </section>
  )
}

interface DifferencesProps {
  rows: FactComparison[]
  then: string
  now: string
}

function TeamDifferences({ rows, then, now }: DifferencesProps) {
  const t = useTranslation()
  if (rows.length === 0)
    return <EmptyState icon={beerMug}>{t('Everything was the same as now.')}</EmptyState>
  return (
    <Differences
      rows={rows}
      earlier={{ label: t('Then'), state: { name: then }, photoUrl: null }}
      later={{ label: t('Now'), state: { name: now }, photoUrl: null }}
    />
  )
}
