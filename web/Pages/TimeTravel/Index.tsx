import '#web/styles/time-travel.css'
import '#web/styles/time-travel-comparison.css'
import '#web/styles/time-travel-events.css'
import '#web/styles/time-travel-restore.css'
import { Head } from '@inertiajs/react'
import { useRef } from 'react'

import { eventTitle } from '#app/event-titles.ts'
import type { Pages } from '#app/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { eventBySeq } from '#web/components/time-travel/loaded-events.ts'
import { momentLinks } from '#web/components/time-travel/moment-url.ts'
import { MomentPicker } from '#web/components/time-travel/MomentPicker.tsx'
import { maxEventsOfNewAccount } from '#web/components/time-travel/new-account.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { useTimeTravel } from '#web/Pages/TimeTravel/Partials/use-time-travel.ts'

import { BackToNow } from './Partials/BackToNow.tsx'
import { CompareWith } from './Partials/CompareWith.tsx'
import { Comparison } from './Partials/Comparison.tsx'
import { ComparisonExample } from './Partials/ComparisonExample.tsx'
import { EventFilters } from './Partials/EventFilters.tsx'
import { EventList } from './Partials/EventList.tsx'
import { IntegrityCard } from './Partials/IntegrityCard.tsx'
import { useListTopVisible } from './Partials/list-top-visibility.ts'
import { useNewEvents } from './Partials/new-events.ts'
import { NewEvents } from './Partials/NewEvents.tsx'
import { RestoreProfile } from './Partials/RestoreProfile.tsx'
import { RestoreResult } from './Partials/RestoreResult.tsx'
import { TestClock } from './Partials/TestClock.tsx'

type Props = Pages['TimeTravel/Index']

export default function Index(props: Props) {
  const t = useTranslation()
  const { adjusted } = props.moment
  return (
    <>
      <Head title={t('Time Travel')} />
      <header className="time-travel-heading">
        <h1 className="heading">{t('Time Travel')}</h1>
        <p className="text-muted">
          {t('See your account as it was at any time: what changed, when and from where.')}
        </p>
      </header>
      {adjusted && <Alert tone="attention">{adjusted.reason}</Alert>}
      <TimeTravelView {...props} />
    </>
  )
}

/** The moment, the account at that moment, and the events: links and forms that work without script. */
function TimeTravelView(props: Props) {
  const t = useTranslation()
  const { activity, moment, events, event, filters, present, compared, integrity } = props
  const timeTravel = useTimeTravel(props)
  const isNew = timeTravel.shown.isNow && activity.total < maxEventsOfNewAccount
  const listRef = useRef<HTMLDivElement>(null)
  const titleOf = (seq: number) => {
    const loaded = eventBySeq(timeTravel.loadedEvents, seq)
    const found = loaded ?? events.data.find((each) => each.seq === seq)
    return found && t(eventTitle(found.type))
  }
  const newEvents = useNewEvents(props, timeTravel, useListTopVisible(listRef))
  return (
    <>
      <MomentPicker
        {...{ activity, moment, timeTravel, titleOf }}
        links={momentLinks(filters)}
        comparedAt={filters.comparedAt}
      >
        <BackToNow newEvents={newEvents} isNow={timeTravel.shown.isNow} filters={filters} />
      </MomentPicker>
      <RestoreResult present={present} />
      <div className="time-travel-columns">
        <Comparison
          shown={timeTravel.shown}
          present={present}
          compared={compared}
          renderActions={(differences, shown) => (
            <>
              <RestoreProfile {...{ event: shown.seq, differences, present }} />
              <CompareWith shown={shown} filters={filters} />
            </>
          )}
        />
        <section className="card event-list" aria-labelledby="event-list">
          <header>
            <h2 id="event-list">{t('What happened')}</h2>
            <EventFilters filters={filters} moment={moment} />
            <NewEvents {...{ newEvents, filters, list: listRef }} />
          </header>
          <EventList
            {...{ list: listRef, events, event, moment, filters }}
            total={activity.total}
          />
        </section>
        {isNew && <ComparisonExample />}
        <IntegrityCard integrity={integrity} />
      </div>
      <TestClock />
    </>
  )
}

Index.layout = [Member]
