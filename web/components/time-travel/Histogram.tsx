import { memo } from 'react'

import type { ActivityHistogram } from '#app/time-travel/pages.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

import { fractionOf } from './time-scale.ts'
import { timeTicks } from './time-ticks.ts'

interface Props {
  activity: ActivityHistogram
  /** The other moment of a comparison, from 0 to 1; null without one, or when it is out of sight. */
  comparedFraction: number | null
  /** Position of the moment from 0 to 1, marked here if there is no script to render the handle. */
  fraction: number
}

const chartHeight = 100

/** Bar chart of events over time, with a table for screen readers. */
export function Histogram({ activity, comparedFraction, fraction }: Props) {
  const width = activity.counts.length
  return (
    <>
      <svg
        className="histogram"
        aria-hidden="true"
        viewBox={`0 0 ${width} ${chartHeight}`}
        preserveAspectRatio="none"
      >
        <Bars counts={activity.counts} security={activity.security} />
        <path
          className="without-script histogram-mark"
          d={`M${fraction * width} 0V${chartHeight}`}
        />
        {comparedFraction !== null && (
          <path
            className="histogram-mark histogram-compared"
            d={`M${comparedFraction * width} 0V${chartHeight}`}
          />
        )}
      </svg>
      <Ticks {...activity} />
      <HistogramTable {...activity} />
    </>
  )
}

type Bars = Pick<ActivityHistogram, 'counts' | 'security'>

const Bars = memo(function Bars({ counts, security }: Bars) {
  const isMarked = (index: number) => security.includes(index)
  return (
    <>
      <path d={barsPath(counts, (index) => !isMarked(index))} />
      <path className="histogram-security" d={barsPath(counts, isMarked)} />
    </>
  )
})

/** Uses a square-root scale, so that a single event stays visible beside a hundred. */
function barsPath(counts: number[], isIncluded: (index: number) => boolean): string {
  const maxRoot = Math.sqrt(Math.max(1, ...counts))
  return counts
    .flatMap((count, index) => {
      if (count === 0 || !isIncluded(index)) return []
      const top = chartHeight - Math.max(6, (Math.sqrt(count) / maxRoot) * chartHeight)
      return `M${index + 0.15} ${chartHeight}V${top.toFixed(1)}h.7V${chartHeight}z`
    })
    .join('')
}

const Ticks = memo(function Ticks(activity: ActivityHistogram) {
  const t = useTranslation()
  const timeZone = useTimezone()
  return (
    <svg className="ticks" aria-hidden="true">
      {timeTicks(activity, timeZone).map(({ at, format }) => {
        const fraction = fractionOf(activity, at)
        // The ends have labels of their own.
        if (fraction < 0.08 || fraction > 0.92) return null
        const x = `${(fraction * 100).toFixed(2)}%`
        return (
          <g key={at}>
            <line x1={x} x2={x} y2="5" />
            <text x={x} y="18" suppressHydrationWarning>
              {t.date(at, { ...format, timeZone })}
            </text>
          </g>
        )
      })}
    </svg>
  )
})

const maxTableRows = 12

const HistogramTable = memo(function HistogramTable({
  from,
  counts,
  security,
  bucketMs,
}: ActivityHistogram) {
  const t = useTranslation()
  const timeZone = useTimezone()
  const perRow = Math.ceil(counts.length / maxTableRows)
  const rows = Array.from({ length: Math.ceil(counts.length / perRow) }, (_, row) => ({
    start: Date.parse(from) + row * perRow * bucketMs,
    count: counts.slice(row * perRow, (row + 1) * perRow).reduce((sum, count) => sum + count, 0),
    hasSecurity: security.some((index) => Math.floor(index / perRow) === row),
  }))
  return (
    // A wrapper, because a table keeps its width despite this class.
    <div className="visually-hidden">
      <table>
        <caption>{t('Events over time')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('From')}</th>
            <th scope="col">{t('Events')}</th>
            <th scope="col">{t('Security events')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ start, count, hasSecurity }) => (
            <tr key={start}>
              <th scope="row">
                <time dateTime={new Date(start).toISOString()}>
                  {t.date(start, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
                </time>
              </th>
              <td>{t.number(count)}</td>
              <td>{hasSecurity ? t('Yes') : t('No')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
