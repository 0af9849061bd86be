import { route } from '#web/route.ts'

export interface MomentQuery {
  /** Unix milliseconds. Null means the event's moment, or now without one; `now` means now even with an event. */
  at: number | 'now' | null
  type?: string | null
  device?: string | null
  search?: string | null
  /** The other moment of a comparison, ISO 8601; null compares with now. */
  comparedAt?: string | null
  event?: number
  cursor?: string
}

export function momentUrl({
  at,
  type,
  device,
  search,
  comparedAt,
  event,
  cursor,
}: MomentQuery): string {
  return route('time-travel.index', {
    ...(at !== null && { at: at === 'now' ? at : new Date(at).toISOString() }),
    ...(comparedAt && { with: comparedAt }),
    ...(type && { type }),
    ...(device && { device }),
    ...(search && { search }),
    ...(event !== undefined && { event }),
    ...(cursor !== undefined && { cursor }),
  })
}
