import { router } from '@inertiajs/react'
import { startTransition, useMemo, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import { useLatestVisit } from '#web/components/time-travel/latest-visit.ts'
import {
  adjacentEvent,
  type Position,
  positionAt,
  adjacentPosition,
  type LoadedEvents,
  type Direction,
} from '#web/components/time-travel/loaded-events.ts'
import type {
  DisplayedMoment,
  MomentControls,
} from '#web/components/time-travel/moment-controls.ts'
import { momentUrl } from '#web/components/time-travel/moment-url.ts'
import { positionOf, useRemotePreview } from '#web/components/time-travel/remote-preview.ts'
import { useStepQueue } from '#web/components/time-travel/step-queue.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'

import { stateAt } from './state-at-event.ts'
import { useLoadedEvents } from './use-loaded-events.ts'

type Props = Pages['TimeTravel/Index']

/** The state on screen: at the dragged position, else at the selected moment. */
export interface DisplayedState
  extends DisplayedMoment, Pick<Props, 'past' | 'devices' | 'photoUrls'> {
  /** A drag is active, or its moment is still loading. */
  isMoving: boolean
}

export interface TimeTravel extends MomentControls {
  shown: DisplayedState
}

/** Navigates the account's history. Rebuilds states from loaded events and requests only the rest from the server. */
export function useTimeTravel(props: Props): TimeTravel {
  const { moment, activity, filters } = props
  const [zone, latestVisit] = [useTimezone(), useLatestVisit()]
  const { loadedEvents, loadEvents } = useLoadedEvents(props.eventWindow, activity.total)
  const [pendingMove, setPendingMove] = useState<PendingMove | null>(null)
  const remotePreview = useRemotePreview<MomentPreview>(previewRequest, setPendingMove)
  const shown = useMemo(
    () => displayedState(props, loadedEvents, pendingMove),
    [props, loadedEvents, pendingMove],
  )
  const stepQueue = useStepQueue(latestVisit, takeStep)

  function dragTo(at: number) {
    cancelPending()
    const position = positionAt(loadedEvents, at)
    if (!position) return remotePreview.request(momentUrl({ ...filters, at }))
    remotePreview.cancel()
    startTransition(() => setPendingMove({ ...position, isDragging: true }))
  }

  function goTo(at: number | null) {
    cancelPending()
    visitMoment(at)
  }

  function cancelPending() {
    stepQueue.clear()
    latestVisit.cancel()
  }

  function visitMoment(at: number | null) {
    remotePreview.cancel()
    const url = momentUrl({ ...filters, at })
    const isAfterLoaded = at === null || at > Date.parse(activity.to)
    const position = isAfterLoaded ? null : positionAt(loadedEvents, at)
    const visitOptions = at === null ? nowVisitOptions : pastVisitOptions
    if (!position) return latestVisit.start(url, visitOptions, handleVisitEnd)
    pushMoment(url, propsAtPosition(props, loadedEvents, position), () => setPendingMove(null))
  }

  function handleVisitEnd() {
    setPendingMove(null)
    stepQueue.processNext()
  }

  function takeStep(direction: Direction): boolean {
    const target =
      adjacentPosition(loadedEvents, shown, direction, zone) ?? adjacentEvent(moment, direction)
    if (target === null) return false
    latestVisit.cancel()
    const at = target === 'now' ? null : Number(new Date(target.at))
    const position = at === null ? null : positionAt(loadedEvents, at)
    if (position) setPendingMove(position)
    if (position) latestVisit.startDebounced(() => visitMoment(at))
    else visitMoment(at)
    return true
  }

  return { shown, loadedEvents, loadEvents, dragTo, goTo, step: stepQueue.add }
}

interface PendingMove extends Position {
  isDragging?: boolean
  /** The server's data, for a moment outside the loaded events. */
  preview?: MomentPreview
}

const previewRequest = {
  component: 'TimeTravel/Index',
  props: 'moment,past,devices,photoUrls',
}
type MomentPreview = Pick<Props, 'moment' | 'past' | 'devices' | 'photoUrls'>

const preserveOptions = { preserveState: true, preserveScroll: true } as const
const momentProps = [
  'moment',
  'past',
  'differences',
  'devices',
  'photoUrls',
  'eventWindow',
  'events',
  'event',
]
const pastVisitOptions = {
  ...preserveOptions,
  only: momentProps,
  reset: ['events'],
  showProgress: false,
}
const nowVisitOptions = {
  ...pastVisitOptions,
  only: [...momentProps, 'activity', 'present', 'integrity', 'filters'],
}

function pushMoment(url: string, newProps: Partial<Props>, onFinish: () => void) {
  const props = (current: Props) => ({ ...current, ...newProps })
  router.push<Props>({ url, ...preserveOptions, props, onFinish })
}

function displayedState(
  props: Props,
  loadedEvents: LoadedEvents,
  pendingMove: PendingMove | null,
): DisplayedState {
  const source = pendingMove?.preview ?? props
  const position = pendingMove ?? positionOf(props)
  const start = pendingMove && !pendingMove.preview ? loadedEvents.start : null
  return {
    at: position.at,
    seq: position.seq,
    past: start ? stateAt(start, loadedEvents.events, position) : source.past,
    devices: { ...source.devices, ...props.eventWindow?.devices },
    photoUrls: source.photoUrls,
    isNow: pendingMove === null && props.moment.isNow,
    isMoving: pendingMove !== null,
    isDragging: pendingMove?.isDragging ?? false,
  }
}

/** Returns the props the server would send for a moment within the loaded events. */
function propsAtPosition(
  { past, devices, eventWindow }: Props,
  { start, events, total }: LoadedEvents,
  position: Position,
): Pick<Props, 'moment' | 'past' | 'devices' | 'event'> {
  const { at, seq } = position
  const noAdjacentEvents = {
    previous: null,
    next: null,
    previousDay: null,
    nextDay: null,
    previousChange: null,
    nextChange: null,
  }
  return {
    moment: {
      ...noAdjacentEvents,
      at: new Date(at).toISOString(),
      seq,
      isNow: false,
      adjusted: null,
      newerCount: total - seq,
    },
    past: start ? stateAt(start, events, position) : past,
    devices: { ...devices, ...eventWindow?.devices },
    event: null,
  }
}
