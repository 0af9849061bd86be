import { useState } from 'react'

import type { TeamTimeTravelPages } from '#app/team-time-travel/pages.ts'
import { useLatestVisit } from '#web/components/time-travel/latest-visit.ts'
import {
  adjacentEvent,
  type Direction,
  type Position,
} from '#web/components/time-travel/loaded-events.ts'
import type { MomentControls } from '#web/components/time-travel/moment-controls.ts'
import type { MomentLinks } from '#web/components/time-travel/moment-url.ts'
import { positionOf, useRemotePreview } from '#web/components/time-travel/remote-preview.ts'
import { useStepQueue } from '#web/components/time-travel/step-queue.ts'
import { route } from '#web/route.ts'

type Props = TeamTimeTravelPages['Teams/Log']
type Preview = Pick<Props, 'moment' | 'past' | 'present' | 'names' | 'hiddenMembers'>

const previewRequest = {
  component: 'Teams/Log',
  props: 'moment,past,present,names,hiddenMembers',
}
const visitOptions = { preserveState: true, preserveScroll: true, showProgress: false } as const

export function teamMomentLinks(team: string): MomentLinks {
  return {
    action: route('team-log.index', { team }),
    fields: {},
    urlOf: ({ at, event }) =>
      route('team-log.index', {
        team,
        ...(at !== null && { at: new Date(at).toISOString() }),
        ...(event !== undefined && { event }),
      }),
  }
}

/** Navigates the log of a team. The server has every state: a log of a team is short. */
export function useTeamTimeTravel(props: Props): { controls: MomentControls; shown: Preview } {
  const { moment, activity, team } = props
  const { urlOf } = teamMomentLinks(team.slug)
  const latestVisit = useLatestVisit()
  const [drag, setDrag] = useState<(Position & { preview: Preview }) | null>(null)
  const remotePreview = useRemotePreview<Preview>(previewRequest, setDrag)
  const stepQueue = useStepQueue(latestVisit, takeStep)

  function dragTo(at: number) {
    stepQueue.clear()
    latestVisit.cancel()
    remotePreview.request(urlOf({ at }))
  }

  function goTo(at: number | null) {
    stepQueue.clear()
    visit({ at })
  }

  function visit(target: { at: number | null; event?: number }) {
    remotePreview.cancel()
    latestVisit.start(urlOf(target), visitOptions, () => {
      setDrag(null)
      stepQueue.processNext()
    })
  }

  function takeStep(direction: Direction): boolean {
    const target = adjacentEvent(moment, direction)
    if (target === null) return false
    visit(target === 'now' ? { at: null } : { at: null, event: target.seq })
    return true
  }

  const position = drag ?? positionOf(props)
  const shown = { ...position, isNow: drag === null && moment.isNow, isDragging: drag !== null }
  const loadedEvents = { start: null, events: [], total: activity.total }
  const loadEvents = () => {}
  const controls = { shown, loadedEvents, loadEvents, dragTo, goTo, step: stepQueue.add }
  return { controls, shown: drag?.preview ?? props }
}
