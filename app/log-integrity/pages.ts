/** The route `time-travel.seal` verifies the event log in steps and responds with `IntegrityCheck`. */
export interface IntegritySummary {
  count: number
  /** When the hash chain began; older events were adopted as found. */
  chainedSince: string
  /** After how many days IP address and browser of an event are erased. */
  retentionDays: number
}

/** The response of `time-travel.seal?from=<verifiedTo>`; repeat until `isDone`. */
export interface IntegrityCheck {
  /** Every event up to this one is intact. */
  verifiedTo: number
  total: number
  broken: { seq: number; fault: IntegrityFault } | null
  isDone: boolean
}

export type IntegrityFault =
  /** Its data, actor or client was changed. */
  | 'altered'
  /** Only its time was changed. */
  | 're-dated'
  | 'missing'
  /** It was not written by the server. */
  | 'inserted'
  /** It is at a different position. */
  | 'swapped'
  /** The end of the log is missing. */
  | 'truncated'
  /** It was not signed with our key. */
  | 'forged'
  /** It is consistent, but contradicts the newest checkpoint. */
  | 'rewritten'
  /** The signing key is lost, so it cannot be verified. */
  | 'unknown key'
