import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

import type { AccountLife } from '#app/pages.ts'
import { useDrag } from '#web/Pages/TimeTravel/Partials/drag.ts'
import { Histogram } from '#web/Pages/TimeTravel/Partials/Histogram.tsx'
import type { Journey } from '#web/Pages/TimeTravel/Partials/journey.ts'
import { momentAt, shareOf } from '#web/Pages/TimeTravel/Partials/life-scale.ts'
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
  const track = useRef<HTMLDivElement>(null)
  const hand = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const place = shown.isNow ? 1 : shareOf(life, shown.at)

  function draw(share: number) {
    if (hand.current) hand.current.style.transform = `translateX(${share * 100}%)`
  }

  const drag = useDrag({
    track,
    onMove(share) {
      slider.current?.focus({ preventScroll: true })
      const at = momentAt(life, share)
      draw(share)
      onDraw(at)
      journey.follow(at)
    },
    onRest: (share) => journey.arrive(share > now ? null : momentAt(life, share)),
    onCancel: () => journey.arrive(shown.isNow ? null : shown.at),
  })

  useLayoutEffect(() => {
    draw(place)
    onDraw(shown.at)
  })

  return (
    <div className="scrubber" dir="ltr">
      <div ref={track} className="track" {...drag}>
        <Histogram life={life} share={place} />
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
      <Ends life={life} />
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

function Ends({ life }: { life: AccountLife }) {
  const t = useText()
  const timeZone = useZone()
  return (
    <p className="scrubber-ends" aria-hidden="true">
      <time dateTime={life.from}>{t.date(life.from, { dateStyle: 'medium', timeZone })}</time>
      <span>{t('Now')}</span>
    </p>
  )
}
