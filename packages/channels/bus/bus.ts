import type { SentEntry } from '#hub/entries.ts'

/** Entries with the place of the first; the next ones follow it without a gap. */
export interface Batch {
  first: number
  entries: (SentEntry | null)[]
  /** How long ago it was said. */
  ageMs: number
}

/** What was said before a node came. */
export interface LogSnapshot {
  epoch: string
  /** The place after which nothing is missing in `batches`. */
  horizon: number
  batches: Batch[]
  /** Events of cache channels, from before the horizon too. */
  cached: Batch[]
}

export interface Listener {
  /** Once, before anything else. */
  onOpen(snapshot: LogSnapshot): void
  onEntries(batch: Batch): void
  /** The order starts anew, and nothing was missed. */
  onReset(epoch: string): void
  /** Something was missed that cannot be had any more. The next place is the one after `position`. */
  onGap(epoch: string, position: number): void
}

export interface CachedEntry {
  channel: string
  /** Index of the entry in what is appended. */
  index: number
}

/** Where nodes tell each other everything: one order, the same for all, in which gaps are seen. */
export interface Bus {
  open(listener: Listener): Promise<void>
  /**
   * Gives entries their places. What a rejection leaves open is settled by appending them again: entries are taken once.
   *
   * @param cached  which of them are to be known to nodes that start later, and for how long
   */
  append(entries: SentEntry[], cached: CachedEntry[]): Promise<void>
  /** How many nodes listen, this one included. */
  listeners(): Promise<number>
  close(listener: Listener): Promise<void>
}
