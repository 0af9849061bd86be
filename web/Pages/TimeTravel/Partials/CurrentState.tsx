import type { FactComparison } from '#web/components/time-travel/compare-facts.ts'
import { factName } from '#web/components/time-travel/fact.ts'
import { FactList } from '#web/components/time-travel/FactList.tsx'
import { useTranslation } from '#web/i18n.tsx'

import { timeTravelFeatures } from './time-travel-features.ts'

/** The account now. On phones only the primary facts are expanded. */
export function CurrentState({ facts }: { facts: FactComparison[] }) {
  const t = useTranslation()
  const primary = facts.filter((fact) => primaryFacts.has(factName(fact)))
  const others = facts.filter((fact) => !primary.includes(fact))
  return (
    <section className="card comparison" aria-labelledby="comparison">
      <header>
        <h2 id="comparison">{t('Your account now')}</h2>
        <p>{t('Drag the handle to see your account at an earlier time.')}</p>
      </header>
      <div className="current-state">
        <FactList facts={primary} />
        <details>
          <summary>{t.n(others.length, 'One more', '{count} more')}</summary>
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
  'locked',
  'leaving',
  'password',
  ...timeTravelFeatures.map(({ primaryFact }) => primaryFact),
])
