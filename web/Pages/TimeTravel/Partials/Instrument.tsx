import { Link } from '@inertiajs/react'
import { type MouseEvent, type ReactNode, useRef } from 'react'

import type { Pages } from '#app/pages.ts'
import { addressOf } from '#web/Pages/TimeTravel/Partials/address.ts'
import type { Journey } from '#web/Pages/TimeTravel/Partials/journey.ts'
import { MomentField } from '#web/Pages/TimeTravel/Partials/MomentField.tsx'
import { Scrubber } from '#web/Pages/TimeTravel/Partials/Scrubber.tsx'
import { useSince } from '#web/Pages/TimeTravel/Partials/since.ts'
import { placeOn, stepOf, stopOn, type Way } from '#web/Pages/TimeTravel/Partials/trail.ts'
import { eventWords } from '#web/parts/event-words.ts'
import { Icon } from '#web/parts/Icon.tsx'
import { chevronLeft } from '#web/parts/icons/chevron-left.ts'
import { chevronRight } from '#web/parts/icons/chevron-right.ts'
import { useZone } from '#web/parts/zone.ts'
import { useText } from '#web/text.tsx'

interface Props extends Pick<Pages['TimeTravel/Index'], 'life' | 'moment' | 'filters' | 'events'> {
  journey: Journey
  /** What leads back to now. */
  children: ReactNode
}

/** Which moment is shown, and everything that leads to another one. */
export function Instrument({ life, moment, filters, events, journey, children }: Props) {
  const t = useText()
  const timeZone = useZone()
  const since = useSince()
  const { shown, trail } = journey
  const time = useRef<HTMLTimeElement>(null)
  const distance = useRef<HTMLTimeElement>(null)
  const exact = (at: number) => t.date(at, { dateStyle: 'full', timeStyle: 'medium', timeZone })
  const typeOf = (seq: number) =>
    stepOf(trail, seq)?.type ?? events.data.find((event) => event.seq === seq)?.type
  const type = typeOf(shown.seq)
  // Who listens is told where the hand came to rest.
  const said = shown.isHeld ? { at: Date.parse(moment.at), seq: moment.seq } : shown
  const saidType = typeOf(said.seq)

  // Text that is there already is changed in place: no list waits for it, and it for none.
  function write(at: number) {
    if (time.current?.firstChild) time.current.firstChild.nodeValue = exact(at)
    if (distance.current?.firstChild) distance.current.firstChild.nodeValue = since(at)
  }

  return (
    <section className="instrument card" aria-label={t('Moment')}>
      <header className="readout">
        <p className="readout-time">
          <time ref={time} dateTime={new Date(shown.at).toISOString()} suppressHydrationWarning>
            {exact(shown.at)}
          </time>
        </p>
        <p className="readout-words">
          <time ref={distance} suppressHydrationWarning>
            {since(shown.at)}
          </time>
          {type && <span>{t(eventWords(type))}</span>}
        </p>
        {children}
      </header>
      <Scrubber
        life={life}
        journey={journey}
        onDraw={write}
        seq={said.seq}
        words={[exact(said.at), saidType && t(eventWords(saidType))].filter(Boolean).join(', ')}
      />
      <div className="instrument-foot">
        <div className="instrument-steps">
          <StepLink way="previous" {...{ journey, moment, filters }}>
            <Icon of={chevronLeft} small />
            {t('Previous event')}
          </StepLink>
          <StepLink way="next" {...{ journey, moment, filters }}>
            {t('Next event')}
            <Icon of={chevronRight} small />
          </StepLink>
        </div>
        <MomentField at={shown.at} filters={filters} onChoose={journey.arrive} />
      </div>
    </section>
  )
}

interface StepProps extends Pick<Props, 'journey' | 'moment' | 'filters'> {
  way: Way
  children: ReactNode
}

/** Without script it leads to the event itself. */
function StepLink({ way, journey, moment, filters, children }: StepProps) {
  const zone = useZone()
  const { shown, trail } = journey
  const isEnd = shown.isNow && way === 'next'
  const goal = isEnd ? null : (stopOn(trail, shown, way, zone) ?? placeOn(moment, way))

  function step(event: MouseEvent) {
    event.preventDefault()
    journey.step(way)
  }

  if (goal === null)
    return (
      <span className="button" data-tone="quiet" aria-disabled="true" data-idle>
        {children}
      </span>
    )
  const { type, device } = filters
  const event = goal === 'now' ? {} : { event: goal.seq }
  return (
    <Link
      className="button"
      data-tone="quiet"
      href={addressOf({ at: null, type, device, ...event })}
      onClick={step}
    >
      {children}
    </Link>
  )
}
