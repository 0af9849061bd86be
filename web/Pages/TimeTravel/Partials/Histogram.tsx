import { memo } from 'react'

import type { ActivityHistogram } from '#app/pages.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  activity: ActivityHistogram
  /** Where the moment is, from 0 to 1: a mark for those who have no handle. */
  fraction: number
}

const chartHeight = 100

/** How much happened when: drawn for the eye, a table for the ear. */
export function Histogram({ activity, fraction }: Props) {
  const width = activity.counts.length
  return (
    <>
      <svg
        className="histogram"
        aria-hidden="true"
        viewBox={`0 0 ${width} ${chartHeight}`}
        preserveAspectRatio="none"
      >
        <Bars counts={activity.counts} />
        <path
          className="without-script histogram-mark"
          d={`M${fraction * width} 0V${chartHeight}`}
        />
      </svg>
      <HistogramTable {...activity} />
    </>
  )
}

const Bars = memo(function Bars({ counts }: Pick<ActivityHistogram, 'counts'>) {
  return <path d={barsPath(counts)} />
})

/** By the root of the count: one sign-in can be seen beside a hundred. */
function barsPath(counts: number[]): string {
  const maxRoot = Math.sqrt(Math.max(1, ...counts))
  return counts
    .flatMap((count, index) => {
      if (count === 0) return []
      const top = chartHeight - Math.max(6, (Math.sqrt(count) / maxRoot) * chartHeight)
      return `M${index + 0.15} ${chartHeight}V${top.toFixed(1)}h.7V${chartHeight}z`
    })
    .join('')
}

const maxTableRows = 12

const HistogramTable = memo(function HistogramTable({ from, counts, bucketMs }: ActivityHistogram) {
  const t = useTranslation()
  const timeZone = useTimezone()
  const perRow = Math.ceil(counts.length / maxTableRows)
  const rows = Array.from({ length: Math.ceil(counts.length / perRow) }, (_, row) => ({
    begins: Date.parse(from) + row * perRow * bucketMs,
    count: counts.slice(row * perRow, (row + 1) * perRow).reduce((sum, count) => sum + count, 0),
  }))
  return (
    <table className="visually-hidden">
      <caption>{t('How much happened when')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('From')}</th>
          <th scope="col">{t('Events')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ begins, count }) => (
          <tr key={begins}>
            <th scope="row">
              <time dateTime={new Date(begins).toISOString()}>
                {t.date(begins, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
              </time>
            </th>
            <td>{t.number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})
