import { useTranslation } from '#web/i18n.tsx'

import type { FactComparison } from './compare-facts.ts'

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
