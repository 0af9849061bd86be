import { router } from '@inertiajs/react'
import { startTransition, useMemo, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'

import { useLatestVisit } from './latest-visit.ts'
import {
  adjacentEvent,
  type Position,
  positionAt,
  adjacentPosition,
  type LoadedEvents,
  toLoadedEvents,
  type Direction,
} from './loaded-events.ts'
import { momentUrl } from './moment-url.ts'
import { type MomentPreview, positionOf, useRemotePreview } from './remote-preview.ts'
import { stateAt } from './state-at.ts'
import { useStepQueue } from './step-queue.ts'

type Props = Pages['TimeTravel/Index']

/** What is shown: where the hand is, or where it came to rest. */
export interface DisplayedState extends Position, Pick<Props, 'past' | 'devices' | 'photoUrls'> {
  isNow: boolean
  /** The hand has not come to rest, or what is there is still on its way. */
  isMoving: boolean
  /** A hand is on it: every frame brings another moment, and none is worth a word. */
  isDragging: boolean
}

export interface TimeTravel {
  shown: DisplayedState
  loadedEvents: LoadedEvents
  /** Follows the hand. */
  dragTo: (at: number) => void
  /** Comes to rest: the address holds it from then on. Null is now. */
  goTo: (at: number | null) => void
  /** One event or one day further; comes to rest a moment after the last step. */
  step: (direction: Direction) => void
}

/** Going through the life of an account: what is loaded is shown at once, and the server is asked only for what is not. */
export function useTimeTravel(props: Props): TimeTravel {
  const { moment, activity, eventWindow, filters } = props
  const [zone, latestVisit] = [useTimezone(), useLatestVisit()]
  const loadedEvents = useMemo(
    () => toLoadedEvents(eventWindow, activity.total),
    [eventWindow, activity.total],
  )
  const [pendingMove, setPendingMove] = useState<PendingMove | null>(null)
  const remotePreview = useRemotePreview(setPendingMove)
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
    if (!position)
      return latestVisit.start(
        url,
        at === null ? nowVisitOptions : pastVisitOptions,
        handleVisitEnd,
      )
    router.push<Props>({
      url,
      ...preserveOptions,
      props: (current) => ({ ...current, ...propsAtPosition(props, loadedEvents, position) }),
      onFinish: () => setPendingMove(null),
    })
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

  return { shown, loadedEvents, dragTo, goTo, step: stepQueue.add }
}

interface PendingMove extends Position {
  isDragging?: boolean
  /** What the server said, where the trail does not lead. */
  preview?: MomentPreview
}

const preserveOptions = { preserveState: true, preserveScroll: true } as const
const momentProps = ['moment', 'past', 'devices', 'photoUrls', 'eventWindow', 'events', 'event']
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

/** What the server would say of a moment on the trail. */
function propsAtPosition(
  { past, devices, eventWindow }: Props,
  { start, events, total }: LoadedEvents,
  position: Position,
): Pick<Props, 'moment' | 'past' | 'devices' | 'event'> {
  const { at, seq } = position
  const noNeighbours = { previous: null, next: null, previousDay: null, nextDay: null }
  return {
    moment: {
      ...noNeighbours,
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
