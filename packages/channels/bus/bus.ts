import type { SentEntry } from '#hub/log-entries.ts'

/** Consecutive entries, starting at position `first`. */
export interface Batch {
  first: number
  entries: (SentEntry | null)[]
  /** Milliseconds since the entries were appended. */
  ageMs: number
}

/** The log as it was when a node opened it. */
export interface LogSnapshot {
  epoch: string
  /** `batches` is complete after this position. */
  horizon: number
  batches: Batch[]
  /** Events of cache channels, including those before the horizon. */
  cached: Batch[]
}

export interface Listener {
  /** Called once, before anything else. */
  onOpen(snapshot: LogSnapshot): void
  onEntries(batch: Batch): void
  /** Positions restart at 1, and nothing was missed. */
  onReset(epoch: string): void
  /** Entries were lost for good. The next one has the position after `position`. */
  onGap(epoch: string, position: number): void
}

export interface CachedEntry {
  channel: string
  /** Index of the entry in the appended list. */
  index: number
}

/** The nodes' shared log: one order for all of them, with detectable gaps. */
export interface Bus {
  open(listener: Listener): Promise<void>
  /**
   * Appends entries to the log. After a rejection the caller appends them again; nodes ignore duplicates.
   *
   * @param cached  entries that nodes starting later must receive
   */
  append(entries: SentEntry[], cached: CachedEntry[]): Promise<void>
  /** The number of listening nodes, this one included. */
  listeners(): Promise<number>
  close(listener: Listener): Promise<void>
}
