import type { Db } from '#app/platform/db/connect.ts'
import type { EventsTable } from '#app/platform/db/schema.ts'
import type { MaybePromise } from '#app/platform/lib/maybe-promise.ts'

import type { SignedHead } from './hash-chain.ts'

export type StoredEvent = Omit<EventsTable, 'user_id'>

/** Where the event logs of one kind are stored: those of accounts, or those of teams. An id belongs to at most one log. */
export interface LogStore {
  /** Events after a number, the oldest first. */
  eventsAfter(db: Db, id: string, after: number, limit: number): Promise<StoredEvent[]>
  /** The hash of an event; undefined without such an event. */
  eventHash(db: Db, position: LogPosition): MaybePromise<string | undefined>
  /** The stored head and the range of the event numbers, in one snapshot; undefined without such a log. */
  head(db: Db, id: string): Promise<StoredLogHead | undefined>
  /** The stored heads of all logs, in batches by id. */
  heads(db: Db): AsyncGenerator<StoredHead[]>
  /** Whether the log starts with an event that starts logs of this kind. */
  hasValidStart(db: Db, id: string): Promise<boolean>
}

/** An event log of one account or team, and the store it is in. */
export interface EventLog {
  store: LogStore
  id: string
}

export type LogPosition = { id: string; seq: number }

export interface StoredHead extends SignedHead {
  signature: string
}

export interface StoredLogHead extends Omit<StoredHead, 'logId'> {
  minSeq: number | null
  maxSeq: number
}

/** The types of the events that go on with a log whose head was tampered with. */
export const breakTypes: readonly string[] = ['record.broken', 'log.broken']
