import { Link } from '@inertiajs/react'
import { type MouseEvent, type ReactNode, useRef } from 'react'

import type { ActivityHistogram, SelectedMoment } from '#app/time-travel/pages.ts'
import { Icon } from '#web/components/Icon.tsx'
import { chevronLeft } from '#web/components/icons/chevron-left.ts'
import { chevronRight } from '#web/components/icons/chevron-right.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

import { adjacentEvent, adjacentPosition, type Direction } from './loaded-events.ts'
import type { MomentControls } from './moment-controls.ts'
import type { MomentLinks } from './moment-url.ts'
import { MomentField } from './MomentField.tsx'
import { useRelativeTimeFormat } from './relative-time.ts'
import { Scrubber } from './Scrubber.tsx'

interface Props {
  activity: ActivityHistogram
  moment: SelectedMoment
  links: MomentLinks
  /** The other moment of a comparison. */
  comparedAt: string | null
  timeTravel: MomentControls
  /** The title of an event; undefined when it is not loaded. */
  titleOf: (seq: number) => string | undefined
  /** In a log where every event is a change, the adjacent change is the adjacent event. */
  hasChangesOnly?: boolean | undefined
  children: ReactNode
}

/** Shows the selected moment and the controls that change it. */
export function MomentPicker(props: Props) {
  const { activity, moment, links, comparedAt, timeTravel, titleOf, hasChangesOnly, children } =
    props
  const t = useTranslation()
  const timeZone = useTimezone()
  const formatRelative = useRelativeTimeFormat()
  const { shown } = timeTravel
  const exactRef = useRef<HTMLTimeElement>(null)
  const relativeRef = useRef<HTMLTimeElement>(null)
  const formatExact = (at: number, timeStyle: 'short' | 'medium' = 'short') =>
    t.date(at, { dateStyle: 'full', timeStyle, timeZone })
  const title = titleOf(shown.seq)
  // Announces a moment to screen readers only once the drag ends.
  const announced = shown.isDragging ? { at: Date.parse(moment.at), seq: moment.seq } : shown

  // Writes to the DOM directly: a React render per frame would be too slow.
  function updateReadout(at: number) {
    if (exactRef.current?.firstChild) exactRef.current.firstChild.nodeValue = formatExact(at)
    if (relativeRef.current?.firstChild)
      relativeRef.current.firstChild.nodeValue = formatRelative(at)
  }

  return (
    <section className="moment-picker card" aria-label={t('Point in time')}>
      <header className="readout">
        <p className="readout-time">
          <time ref={exactRef} dateTime={new Date(shown.at).toISOString()} suppressHydrationWarning>
            {formatExact(shown.at)}
          </time>
        </p>
        <p className="readout-details">
          <time ref={relativeRef} suppressHydrationWarning>
            {formatRelative(shown.at)}
          </time>
          {title && <span>{t('Last event: {title}', { title })}</span>}
          {activity.security.length > 0 && <Legend />}
        </p>
        {children}
      </header>
      <Scrubber
        comparedAt={comparedAt}
        activity={activity}
        timeTravel={timeTravel}
        onFrame={updateReadout}
        seq={announced.seq}
        valueText={[formatExact(announced.at, 'medium'), titleOf(announced.seq)]
          .filter(Boolean)
          .join(', ')}
      />
      <div className="moment-picker-footer">
        <StepLinks {...{ timeTravel, moment, links, hasChangesOnly }} />
        <MomentField at={shown.at} links={links} onChoose={timeTravel.goTo} />
      </div>
    </section>
  )
}

/** The colours of the bars, which the table for screen readers tells in words. */
function Legend() {
  const t = useTranslation()
  return (
    <small className="legend" aria-hidden="true">
      <i data-kind="security">{t('Security')}</i>
      <i>{t('Other')}</i>
    </small>
  )
}

type StepLinksProps = Pick<Props, 'timeTravel' | 'moment' | 'links' | 'hasChangesOnly'>

function StepLinks({ hasChangesOnly, ...props }: StepLinksProps) {
  const t = useTranslation()
  return (
    <div className="moment-picker-steps">
      <StepLink direction="previous" {...props}>
        <Icon path={chevronLeft} small />
        {t('Previous event')}
      </StepLink>
      <StepLink direction="next" {...props}>
        {t('Next event')}
        <Icon path={chevronRight} small />
      </StepLink>
      {!hasChangesOnly && (
        <>
          <StepLink direction="previousChange" {...props}>
            <Icon path={chevronLeft} small />
            {t('Previous change')}
          </StepLink>
          <StepLink direction="nextChange" {...props}>
            {t('Next change')}
            <Icon path={chevronRight} small />
          </StepLink>
        </>
      )}
    </div>
  )
}

interface StepProps extends Omit<StepLinksProps, 'hasChangesOnly'> {
  direction: Direction
  children: ReactNode
}

function StepLink({ direction, timeTravel, moment, links, children }: StepProps) {
  const zone = useTimezone()
  const { shown, loadedEvents } = timeTravel
  const isAtEnd = shown.isNow && (direction === 'next' || direction === 'nextChange')
  const target = isAtEnd
    ? null
    : (adjacentPosition(loadedEvents, shown, direction, zone) ?? adjacentEvent(moment, direction))

  function handleClick(event: MouseEvent) {
    event.preventDefault()
    timeTravel.step(direction)
  }

  if (target === null)
    return (
      <span className="button" data-tone="quiet" aria-disabled="true" data-idle>
        {children}
      </span>
    )
  const event = target === 'now' ? {} : { event: target.seq }
  return (
    <Link
      className="button"
      data-tone="quiet"
      href={links.urlOf({ at: null, ...event })}
      onClick={handleClick}
    >
      {children}
    </Link>
  )
}
