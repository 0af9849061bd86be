import { useTranslation } from '#web/i18n.tsx'

import type { FactComparison } from './compare-facts.ts'
import { factName } from './fact.ts'
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

export function FactList({ facts }: { facts: FactComparison[] }) {
  const labels = [...new Set(facts.map(({ label }) => label))]
  return (
    <dl className="facts">
      {labels.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          {facts.map(
            ({ key, label, after, items }) =>
              label === name && (
                <dd key={key}>
                  {after}
                  {items && <FactItems items={items} />}
                </dd>
              ),
          )}
        </div>
      ))}
    </dl>
  )
}

function FactItems({ items }: { items: FactComparison[] }) {
  const t = useTranslation()
  return (
    <details className="difference-items">
      <summary>{t('Show')}</summary>
      <ul>
        {items.map(({ key, after }) => (
          <li key={key}>{after}</li>
        ))}
      </ul>
    </details>
  )
}
