import type { EventFilters } from '#app/time-travel/pages.ts'
import { route } from '#web/route.ts'

/** The addresses of a page with moments. */
export interface MomentLinks {
  /** The target of the GET form that works without script. */
  action: string
  /** Its other fields. */
  fields: Readonly<Record<string, string | null>>
  urlOf(moment: { at: number | null; event?: number }): string
}

export function momentLinks(filters: EventFilters): MomentLinks {
  const { type, device, search, comparedAt } = filters
  return {
    action: route('time-travel.index'),
    fields: { type, device, search, with: comparedAt },
    urlOf: (moment) => momentUrl({ ...filters, ...moment }),
  }
}

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
