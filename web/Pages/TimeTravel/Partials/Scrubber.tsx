import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

import type { AccountLife } from '#app/pages.ts'
import { useDrag } from '#web/Pages/TimeTravel/Partials/drag.ts'
import { Histogram } from '#web/Pages/TimeTravel/Partials/Histogram.tsx'
import type { Journey } from '#web/Pages/TimeTravel/Partials/journey.ts'
import { momentAt, shareOf } from '#web/Pages/TimeTravel/Partials/life-scale.ts'
import { useWindow } from '#web/Pages/TimeTravel/Partials/life-window.ts'
import { SpanChoice } from '#web/Pages/TimeTravel/Partials/SpanChoice.tsx'
import type { Way } from '#web/Pages/TimeTravel/Partials/trail.ts'
import { useZone } from '#web/parts/zone.ts'
import { useText } from '#web/text.tsx'

interface Props {
  life: AccountLife
  journey: Journey
  /** Called once a frame while the hand moves: writes what must not wait for anything else. */
  onDraw: (at: number) => void
  /** Where the slider says that it is: the number of the last event, and words. */
  seq: number
  words: string
}

const ways: Readonly<Record<string, Way>> = {
  ArrowLeft: 'previous',
  ArrowDown: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'next',
  PageDown: 'previousDay',
  PageUp: 'nextDay',
}

/** This near the end is now: nobody hits the last pixel. */
const now = 0.995

/** The life of the account from its first event to now, and a handle on it. */
export function Scrubber({ life, journey, onDraw, seq, words }: Props) {
  const t = useText()
  const { shown } = journey
  const { view, span, choose } = useWindow(life, journey.trail, shown)
  const track = useRef<HTMLDivElement>(null)
  const hand = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const place = shown.isNow && view.to === life.to ? 1 : shareOf(view, shown.at)

  function draw(share: number) {
    if (hand.current) hand.current.style.transform = `translateX(${share * 100}%)`
  }

  const drag = useDrag({
    track,
    onMove(share) {
      slider.current?.focus({ preventScroll: true })
      const at = momentAt(view, share)
      draw(share)
      onDraw(at)
      journey.follow(at)
    },
    onRest: (share) =>
      journey.arrive(share > now && view.to === life.to ? null : momentAt(view, share)),
    onCancel: () => journey.arrive(shown.isNow ? null : shown.at),
  })

  useLayoutEffect(() => {
    draw(place)
    onDraw(shown.at)
  })

  return (
    <div className="scrubber" dir="ltr">
      <div ref={track} className="track" {...drag}>
        <Histogram life={view} share={place} />
        <div className="hand needs-script" ref={hand}>
          <span className="knob">
            <input
              ref={slider}
              type="range"
              aria-label={t('Moment')}
              min={0}
              max={life.total}
              value={seq}
              aria-valuetext={words}
              onKeyDown={(event) => steer(event, journey, life)}
              onChange={({ target }) =>
                journey.step(Number(target.value) < seq ? 'previous' : 'next')
              }
            />
          </span>
        </div>
      </div>
      <Ends view={view} life={life}>
        <SpanChoice life={life} span={span} onChoose={choose} />
      </Ends>
    </div>
  )
}

function steer(event: KeyboardEvent, journey: Journey, life: AccountLife) {
  const way = ways[event.key]
  if (way) journey.step(way)
  else if (event.key === 'Home') journey.arrive(Date.parse(life.from))
  else if (event.key === 'End') journey.arrive(null)
  else return
  event.preventDefault()
}

interface EndsProps {
  view: AccountLife
  life: AccountLife
  children: ReactNode
}

function Ends({ view, life, children }: EndsProps) {
  const t = useText()
  const timeZone = useZone()
  const words = (at: string) => (
    <time dateTime={at}>{t.date(at, { dateStyle: 'medium', timeZone })}</time>
  )
  return (
    <div className="scrubber-ends">
      <span aria-hidden="true">{words(view.from)}</span>
      {children}
      <span aria-hidden="true">{view.to === life.to ? t('Now') : words(view.to)}</span>
    </div>
  )
}
