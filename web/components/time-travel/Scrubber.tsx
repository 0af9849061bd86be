import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

import type { ActivityHistogram } from '#app/time-travel/pages.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

import { BarTooltip } from './BarTooltip.tsx'
import { Histogram } from './Histogram.tsx'
import type { Direction } from './loaded-events.ts'
import type { MomentControls } from './moment-controls.ts'
import { maxEventsOfNewAccount } from './new-account.ts'
import { SpanChoice } from './SpanChoice.tsx'
import { timeAt, fractionOf } from './time-scale.ts'
import { useDrag } from './use-drag.ts'
import { useVisibleRange } from './visible-range.ts'

interface Props {
  /** The other moment of a comparison. */
  comparedAt: string | null
  activity: ActivityHistogram
  timeTravel: MomentControls
  /** Called once per frame during a drag, for DOM writes that bypass React. */
  onFrame: (at: number) => void
  /** The slider's value: sequence number of the last event. */
  seq: number
  valueText: string
}

const keyDirections: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'previous',
  ArrowDown: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'next',
  PageDown: 'previousDay',
  PageUp: 'nextDay',
}

/** With Shift. */
const changeDirections: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'previousChange',
  ArrowDown: 'previousChange',
  ArrowRight: 'nextChange',
  ArrowUp: 'nextChange',
}

/** Releasing this close to the end selects now, since the last pixel is hard to hit. */
const nowThreshold = 0.995

/** Timeline from the first event to now, with a draggable handle. */
export function Scrubber({ comparedAt, activity, timeTravel, onFrame, seq, valueText }: Props) {
  const t = useTranslation()
  const { shown, loadEvents } = timeTravel
  const { range, span, setSpan } = useVisibleRange(activity, timeTravel.loadedEvents, shown)
  const track = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const handleFraction = shown.isNow && range.to === activity.to ? 1 : fractionOf(range, shown.at)

  function moveHandle(fraction: number) {
    if (handle.current) handle.current.style.transform = `translateX(${fraction * 100}%)`
  }

  const dragHandlers = useDrag({
    track,
    onMove(fraction) {
      slider.current?.focus({ preventScroll: true })
      const at = timeAt(range, fraction)
      moveHandle(fraction)
      onFrame(at)
      timeTravel.dragTo(at)
    },
    onRelease: (fraction) =>
      timeTravel.goTo(
        fraction > nowThreshold && range.to === activity.to ? null : timeAt(range, fraction),
      ),
    onCancel: () => timeTravel.goTo(shown.isNow ? null : shown.at),
  })

  useLayoutEffect(() => {
    moveHandle(handleFraction)
    onFrame(shown.at)
  })

  return (
    <div className="scrubber" dir="ltr" onPointerEnter={loadEvents} onFocus={loadEvents}>
      <div ref={track} className="track" {...dragHandlers}>
        <Histogram
          activity={range}
          comparedFraction={visibleFraction(range, comparedAt)}
          fraction={handleFraction}
        />
        <BarTooltip track={track} range={range} />
        <div className="playhead needs-script" ref={handle}>
          <span className="playhead-thumb">
            <MomentSlider ref={slider} {...{ activity, timeTravel, seq, valueText }} />
          </span>
          {shown.isNow && activity.total < maxEventsOfNewAccount && (
            <span className="playhead-hint">{t('Drag to go back in time')}</span>
          )}
        </div>
      </div>
      <RangeLabels range={range} activity={activity}>
        <SpanChoice activity={activity} span={span} onChoose={setSpan} />
      </RangeLabels>
    </div>
  )
}

/** From 0 to 1; null when it is out of sight. */
function visibleFraction(range: ActivityHistogram, at: string | null): number | null {
  if (at === null || at < range.from || at > range.to) return null
  return fractionOf(range, Date.parse(at))
}

interface SliderProps extends Pick<Props, 'activity' | 'timeTravel' | 'seq' | 'valueText'> {
  ref: RefObject<HTMLInputElement | null>
}

function MomentSlider({ ref, activity, timeTravel, seq, valueText }: SliderProps) {
  const t = useTranslation()
  return (
    <input
      ref={ref}
      type="range"
      aria-label={t('Point in time')}
      min={0}
      max={activity.total}
      value={seq}
      aria-valuetext={valueText}
      onKeyDown={(event) => handleKey(event, timeTravel, activity)}
      onChange={({ target }) => timeTravel.step(Number(target.value) < seq ? 'previous' : 'next')}
    />
  )
}

function handleKey(event: KeyboardEvent, timeTravel: MomentControls, activity: ActivityHistogram) {
  const direction = (event.shiftKey ? changeDirections : keyDirections)[event.key]
  if (direction) timeTravel.step(direction)
  else if (event.key === 'Home') timeTravel.goTo(Date.parse(activity.from))
  else if (event.key === 'End') timeTravel.goTo(null)
  else return
  event.preventDefault()
}

interface RangeLabelsProps {
  range: ActivityHistogram
  activity: ActivityHistogram
  children: ReactNode
}

function RangeLabels({ range, activity, children }: RangeLabelsProps) {
  const t = useTranslation()
  const timeZone = useTimezone()
  const formatEnd = (at: string) => (
    <time dateTime={at}>{t.date(at, { dateStyle: 'medium', timeZone })}</time>
  )
  return (
    <div className="scrubber-ends">
      <span aria-hidden="true">{formatEnd(range.from)}</span>
      {children}
      <span aria-hidden="true">{range.to === activity.to ? t('Now') : formatEnd(range.to)}</span>
    </div>
  )
}
