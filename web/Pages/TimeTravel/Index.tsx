import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Member } from '#web/Layouts/Member.tsx'
import { useArrivals } from '#web/Pages/TimeTravel/Partials/arrivals.ts'
import { EventFilters } from '#web/Pages/TimeTravel/Partials/EventFilters.tsx'
import { EventList } from '#web/Pages/TimeTravel/Partials/EventList.tsx'
import { Instrument } from '#web/Pages/TimeTravel/Partials/Instrument.tsx'
import { useJourney } from '#web/Pages/TimeTravel/Partials/journey.ts'
import { Restore } from '#web/Pages/TimeTravel/Partials/Restore.tsx'
import { Restored } from '#web/Pages/TimeTravel/Partials/Restored.tsx'
import { SealCard } from '#web/Pages/TimeTravel/Partials/SealCard.tsx'
import { TestClock } from '#web/Pages/TimeTravel/Partials/TestClock.tsx'
import { ThenAndNow } from '#web/Pages/TimeTravel/Partials/ThenAndNow.tsx'
import { ToNow } from '#web/Pages/TimeTravel/Partials/ToNow.tsx'
import { useAccountEvents } from '#web/parts/account-events.ts'
import { Notice } from '#web/parts/Notice.tsx'
import { useText } from '#web/text.tsx'

/** The account at any moment of its life. */
export default function Index(props: Pages['TimeTravel/Index']) {
  const t = useText()
  const { life, moment, events, event, filters, present, seal } = props
  const journey = useJourney(props)
  const arrivals = useArrivals(props, journey)
  useAccountEvents(arrivals.arrived)
  return (
    <>
      <Head title={t('Time Travel')} />
      <header className="grid gap-1">
        <h1 className="heading">{t('Time Travel')}</h1>
        <p className="text-muted">
          {t('Your account at any moment: what changed, when, from where.')}
        </p>
      </header>
      {moment.moved && <Notice tone="attention">{moment.moved.why}</Notice>}
      <Instrument {...{ life, moment, filters, events, journey }}>
        <ToNow arrivals={arrivals} isNow={journey.shown.isNow} filters={filters} />
      </Instrument>
      <Restored life={life} present={present} />
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
        </header>
        <EventList {...{ events, event, moment, filters }} total={life.total} />
      </section>
      <TestClock />
    </>
  )
}

Index.layout = [Member]
