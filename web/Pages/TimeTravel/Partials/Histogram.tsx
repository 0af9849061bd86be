import { memo } from 'react'

import type { AccountLife } from '#app/pages.ts'
import { useZone } from '#web/parts/zone.ts'
import { useText } from '#web/text.tsx'

interface Props {
  life: AccountLife
  /** Where the moment is, from 0 to 1: a mark for those who have no handle. */
  share: number
}

const height = 100

/** How much happened when: drawn for the eye, a table for the ear. */
export function Histogram({ life, share }: Props) {
  const width = life.counts.length
  return (
    <>
      <svg
        className="histogram"
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        <Bars counts={life.counts} />
        <path className="without-script histogram-mark" d={`M${share * width} 0V${height}`} />
      </svg>
      <HistogramTable {...life} />
    </>
  )
}

const Bars = memo(function Bars({ counts }: Pick<AccountLife, 'counts'>) {
  return <path d={bars(counts)} />
})

/** By the root of the count: one sign-in can be seen beside a hundred. */
function bars(counts: number[]): string {
  const most = Math.sqrt(Math.max(1, ...counts))
  return counts
    .flatMap((count, at) => {
      if (count === 0) return []
      const top = height - Math.max(6, (Math.sqrt(count) / most) * height)
      return `M${at + 0.15} ${height}V${top.toFixed(1)}h.7V${height}z`
    })
    .join('')
}

const rowsAtMost = 12

const HistogramTable = memo(function HistogramTable({ from, counts, bucketMs }: AccountLife) {
  const t = useText()
  const timeZone = useZone()
  const perRow = Math.ceil(counts.length / rowsAtMost)
  const rows = Array.from({ length: Math.ceil(counts.length / perRow) }, (_, row) => ({
    begins: Date.parse(from) + row * perRow * bucketMs,
    count: counts.slice(row * perRow, (row + 1) * perRow).reduce((all, one) => all + one, 0),
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
