import { route } from '#web/route.ts'

export interface MomentQuery {
  /** Unix milliseconds. Null means the event's moment, or now without one; `now` means now even with an event. */
  at: number | 'now' | null
  type: string | null
  device: string | null
  event?: number
}

export function momentUrl({ at, type, device, event }: MomentQuery): string {
  return route('time-travel.index', {
    ...(at !== null && { at: at === 'now' ? at : new Date(at).toISOString() }),
    ...(type !== null && { type }),
    ...(device !== null && { device }),
    ...(event !== undefined && { event }),
  })
}
