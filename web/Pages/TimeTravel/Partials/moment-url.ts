import { route } from '#web/route.ts'

export interface MomentQuery {
  /** Unix milliseconds. Null is the moment of the event, or now where there is none; `now` is now also with an event. */
  at: number | 'now' | null
  type: string | null
  device: string | null
  event?: number
}

/** The address of a moment: what is not asked for is not in it. */
export function momentUrl({ at, type, device, event }: MomentQuery): string {
  return route('time-travel.index', {
    ...(at !== null && { at: at === 'now' ? at : new Date(at).toISOString() }),
    ...(type !== null && { type }),
    ...(device !== null && { device }),
    ...(event !== undefined && { event }),
  })
}
