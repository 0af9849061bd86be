import { type RefObject, useEffect, useState } from 'react'

import type { ActivityHistogram } from '#app/time-travel/pages.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  track: RefObject<HTMLElement | null>
  range: ActivityHistogram
}

/** Describes the bar under the mouse. A touch drags the handle instead, and screen readers have the table. */
export function BarTooltip({ track, range }: Props) {
  const t = useTranslation()
  const timeZone = useTimezone()
  const [index, setIndex] = useState<number | null>(null)
  const barCount = range.counts.length

  useEffect(() => {
    const element = track.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    const show = ({ pointerType, buttons, clientX }: PointerEvent) => {
      if (pointerType !== 'mouse' || buttons > 0) return setIndex(null)
      const { left, width } = element.getBoundingClientRect()
      setIndex(Math.floor(((clientX - left) / width) * barCount))
    }
    element.addEventListener('pointermove', show, { signal })
    element.addEventListener('pointerdown', () => setIndex(null), { signal })
    element.addEventListener('pointerleave', () => setIndex(null), { signal })
    return () => controller.abort()
  }, [track, barCount])

  const events = index === null ? 0 : Math.round(range.counts[index] ?? 0)
  if (index === null || events === 0) return null
  const start = Date.parse(range.from) + index * range.bucketMs
  const span = [start, start + range.bucketMs].map((at) =>
    range.bucketMs < 86_400_000
      ? t.date(at, { dateStyle: 'medium', timeStyle: 'short', timeZone })
      : t.date(at, { dateStyle: 'medium', timeZone }),
  )
  return (
    <span
      className="bar-tooltip"
      aria-hidden="true"
      style={{ insetInlineStart: `${((index + 0.5) / range.counts.length) * 100}%` }}
      data-side={index > range.counts.length / 2 ? 'before' : 'after'}
    >
      <span>{span.join(' – ')}</span>
      <strong>
        {range.security.includes(index)
          ? t.n(events, 'One security event', '{count} events, some about security')
          : t.n(events, 'One event', '{count} events')}
      </strong>
    </span>
  )
}
