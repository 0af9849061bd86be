import { msg, type Message } from '@foyer/i18n'

import { figureDays as days } from '#app/admin/limits.ts'
import type { Figure, FigureName } from '#app/admin/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

const labels: Readonly<Record<FigureName, Message>> = {
  'sign-ups': msg('New accounts'),
  'active-people': msg('Active people'),
  'second-factors': msg('Two-factor turned on'),
  'failed-sign-ins': msg('Failed sign-ins'),
}

/** Small bar charts by day, and one table with all numbers for screen readers. */
export function Figures({ figures }: { figures: Figure[] }) {
  const t = useTranslation()
  return (
    <section
      className="admin-figures"
      aria-label={t.n(days, 'The last day', 'The last {count} days')}
    >
      {figures.map((figure) => (
        <Chart key={figure.name} {...figure} />
      ))}
      <FiguresTable figures={figures} />
    </section>
  )
}

function Chart({ name, counts }: Figure) {
  const t = useTranslation()
  const max = Math.max(1, ...counts)
  const sum = counts.reduce((total, count) => total + count, 0)
  const isLevel = name === 'active-people'
  return (
    <figure className="card admin-figure">
      <figcaption>
        <strong>{t.number(isLevel ? (counts.at(-1) ?? 0) : sum)}</strong>
        {t(labels[name])}
        <small>{isLevel ? t('today') : t.n(days, 'in one day', 'in {count} days')}</small>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${counts.length} 100`}
        preserveAspectRatio="none"
        className="admin-chart"
      >
        <path d={counts.map((count, day) => bar(day, (count / max) * 98)).join('')} />
      </svg>
    </figure>
  )
}

/** Every day has a line on the axis, also one without anything. */
function bar(day: number, height: number): string {
  return `M${day + 0.1} 100V${98 - height}H${day + 0.9}V100Z`
}

function FiguresTable({ figures }: { figures: Figure[] }) {
  const t = useTranslation()
  const first = figures[0]
  if (!first) return null
  return (
    // A wrapper, because a table keeps its width despite this class.
    <div className="visually-hidden">
      <table>
        <caption>{t.n(days, 'The last day', 'The last {count} days')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            {figures.map(({ name }) => (
              <th key={name} scope="col">
                {t(labels[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.counts.map((_, index) => {
            const day = Date.parse(first.from) + index * 86_400_000
            return (
              <tr key={day}>
                <th scope="row">{t.date(day, { dateStyle: 'medium', timeZone: 'UTC' })}</th>
                {figures.map(({ name, counts }) => (
                  <td key={name}>{t.number(counts[index] ?? 0)}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
