import { memo } from 'react'

import type { ActivityHistogram } from '#app/pages.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  activity: ActivityHistogram
  /** Position of the moment from 0 to 1, marked here if there is no script to render the handle. */
  fraction: number
}

const chartHeight = 100

/** Bar chart of events over time, with a table for screen readers. */
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

/** Uses a square-root scale, so that a single event stays visible beside a hundred. */
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
    start: Date.parse(from) + row * perRow * bucketMs,
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
        {rows.map(({ start, count }) => (
          <tr key={start}>
            <th scope="row">
              <time dateTime={new Date(start).toISOString()}>
                {t.date(start, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
              </time>
            </th>
            <td>{t.number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})
