import type { Rate } from './rate.ts'

/**
 * Limits of an attempt: per IP, per IP and account, and per account. They are checked in this order and the first rejection
 * stops, so rejected attempts do not count further: one IP alone must never exhaust `perAccount`, or a stranger could lock the
 * owner out.
 */
export interface AttemptLimits {
  perIp: Rate
  perIpAndAccount: readonly Rate[]
  perAccount: Rate
  /** For a device that signed in to the account before, when other limits would reject it. */
  knownDevice?: Rate
  /** For passwords: the growing delays between attempts at one account, from all networks together. */
  delays?: Delays
}

/** Waiting times between attempts that grow as they go on. A success ends them. */
export interface Delays {
  /** Attempts within `windowMs` without a delay. Must exceed the limit of one network, or a single network could delay the owner. */
  freeAttempts: number
  windowMs: number
  /** Each further attempt doubles it. */
  firstMs: number
  maxMs: number
}
