import { useRef } from 'react'

import type { Pages } from '#app/pages.ts'
import { useArrivals } from '#web/Pages/TimeTravel/Partials/arrivals.ts'
import { EventFilters } from '#web/Pages/TimeTravel/Partials/EventFilters.tsx'
import { EventList } from '#web/Pages/TimeTravel/Partials/EventList.tsx'
import { Instrument } from '#web/Pages/TimeTravel/Partials/Instrument.tsx'
import { useJourney } from '#web/Pages/TimeTravel/Partials/journey.ts'
import { useListTopIsRead } from '#web/Pages/TimeTravel/Partials/list-top.ts'
import { NewEvents } from '#web/Pages/TimeTravel/Partials/NewEvents.tsx'
import { Restore } from '#web/Pages/TimeTravel/Partials/Restore.tsx'
import { Restored } from '#web/Pages/TimeTravel/Partials/Restored.tsx'
import { SealCard } from '#web/Pages/TimeTravel/Partials/SealCard.tsx'
import { TestClock } from '#web/Pages/TimeTravel/Partials/TestClock.tsx'
import { ThenAndNow } from '#web/Pages/TimeTravel/Partials/ThenAndNow.tsx'
import { ToNow } from '#web/Pages/TimeTravel/Partials/ToNow.tsx'
import { useText } from '#web/text.tsx'

/** The moment, how it was then, and what happened: links and forms that a hand can also move. */
export default function Journey(props: Pages['TimeTravel/Index']) {
  const t = useText()
  const { life, moment, events, event, filters, present, seal } = props
  const journey = useJourney(props)
  const list = useRef<HTMLDivElement>(null)
  const arrivals = useArrivals(props, journey, useListTopIsRead(list))
  return (
    <>
      <Instrument {...{ life, moment, filters, events, journey }}>
        <ToNow arrivals={arrivals} isNow={journey.shown.isNow} filters={filters} />
      </Instrument>
      <Restored present={present} />
      <ThenAndNow
        shown={journey.shown}
        present={present}
        mend={(differences, at) => <Restore {...{ event: at, differences, present }} />}
      />
      <SealCard seal={seal} />
      <section className="card happened" aria-labelledby="happened">
        <header>
          <h2 id="happened">{t('What happened')}</h2>
          <EventFilters filters={filters} moment={moment} />
          <NewEvents {...{ arrivals, filters, list }} />
        </header>
        <EventList {...{ list, events, event, moment, filters }} total={life.total} />
      </section>
      <TestClock />
    </>
  )
}
