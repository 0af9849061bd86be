import type { EventKind, AccountState, CollectionField } from '#app/account-events.ts'
import type { AttributeInfo } from '#app/custom-attributes/pages.ts'
import type { IntegritySummary } from '#app/log-integrity/pages.ts'
import type { TakeoverStep } from '#app/pages.ts'

export interface TimeTravelPages {
  'TimeTravel/Index': {
    activity: ActivityHistogram
    moment: SelectedMoment
    past: AccountState
    present: AccountState
    /** The other moment of a comparison; null compares with now. */
    compared: ComparedMoment | null
    /** From past to the other moment, or to present; empty when nothing differs. */
    differences: Difference[]
    /** Null without a photo, or when it is no longer stored. */
    photoUrls: { past: string | null; present: string | null }
    /** The devices that started the sessions above, by session id; without those no longer known. */
    devices: Record<string, EventDevice>
    /** Paginated in both directions. Without a cursor it starts at the moment and goes back. */
    events: EventPage
    event: EventDetail | null
    /** The steps to take when the owner did not cause it; an optional prop. */
    takeover?: TakeoverResponse | null
    /** Events around the moment, for navigating without requests; an optional prop. */
    eventWindow?: EventWindow
    filters: EventFilters
    /** The attributes that are declared today. */
    attributes: AttributeInfo[]
    integrity: IntegritySummary
  }
}

/** Events per time bucket: `counts[0]` starts at `from`, each bucket is `bucketMs` long, the last one ends at `to`. */
export interface ActivityHistogram {
  from: string
  to: string
  bucketMs: number
  counts: number[]
  /** Indexes of the buckets with security events. */
  security: number[]
  total: number
}

/** The selected moment and the events next to it. */
export interface SelectedMoment {
  at: string
  /** The last event before or at that moment. */
  seq: number
  isNow: boolean
  /** Set when the requested moment could not be shown; `reason` is a sentence. */
  adjusted: { requested: string; reason: string } | null
  newerCount: number
  /** The events before and after `seq`. */
  previous: EventRef | null
  next: EventRef | null
  /** The last event of an earlier day and the first of a later day, in the user's time zone. */
  previousDay: EventRef | null
  nextDay: EventRef | null
  /** The last event before and the first after that are more than a sign-in or the end of a session. */
  previousChange: EventRef | null
  nextChange: EventRef | null
}

export interface EventRef {
  seq: number
  at: string
}

/** A changed field or collection item. For items, null in `before` or `after` means that it did not exist. */
export type Difference = FieldDifference | CollectionDifference

type FieldDifference = {
  [Field in Exclude<keyof AccountState, CollectionField>]: {
    field: Field
    id: null
    before: AccountState[Field]
    after: AccountState[Field]
  }
}[Exclude<keyof AccountState, CollectionField>]

type CollectionDifference = {
  [Field in CollectionField]: {
    field: Field
    id: string
    before: AccountState[Field][string] | null
    after: AccountState[Field][string] | null
  }
}[CollectionField]

export interface ComparedMoment {
  at: string
  /** Number of the last event up to then. */
  seq: number
  state: AccountState
  /** Null without a photo, or when it is no longer stored. */
  photoUrl: string | null
}

export interface EventRow extends EventRef {
  /** An event type of app/account-events.ts. */
  type: string
  kind: EventKind
  data: Record<string, unknown>
  /** Public id of the acting session; null without one. */
  session: string | null
  isThisSession: boolean
  /** Null when it has been erased, or the event had no client. */
  device: EventDevice | null
  /** The event had a client, whose details have been erased. */
  isDeviceErased: boolean
}

export interface EventDevice {
  /** Such as "Chrome" on "macOS"; null when unknown. */
  browser: string | null
  platform: string | null
  isPhone: boolean
  ip: string | null
  /** As an ISO 3166 code; null when unknown. */
  country: string | null
}

/** A page of events, the newest first. */
export interface EventPage {
  data: EventRow[]
  /** Values for `?cursor=`; null at either end. */
  newerCursor: string | null
  olderCursor: string | null
  /** How far a search has looked that may find more further back; null when it is complete. */
  searchedTo: EventRef | null
}

export interface EventDetail extends EventRow {
  method: string | null
  changes: Difference[]
}

/** The steps of a takeover report about an event. */
export interface TakeoverResponse {
  event: number
  /** Null when they have been requested too often. A report needs no list of them. */
  steps: TakeoverStep[] | null
  isDone: boolean
}

/** Consecutive events that include the selected one. */
export interface EventWindow {
  /** The account before the first event, expired items still included. */
  start: AccountState
  /** The oldest first. */
  events: (EventRef & { type: string; kind: EventKind; changes: Difference[] })[]
  devices: Record<string, EventDevice>
}

export interface EventFilters {
  /** An event kind or type; null for all. */
  type: string | null
  device: string | null
  /** Words that an event must contain; null for all. */
  search: string | null
  /** `?with=`: the other moment of a comparison; null compares with now. */
  comparedAt: string | null
  /** Number of the newest event that matches; 0 when none does. */
  newestSeq: number
  kinds: EventKind[]
  /** Sessions to filter by, the newest first; limited for long histories. */
  devices: ({ session: string; startedAt: string; isOpen: boolean } & EventDevice)[]
}
