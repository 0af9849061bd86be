export type Limit = readonly [attempts: number, windowMs: number]

/**
 * Limits of an attempt: per IP, per IP and account, and per account. They are checked in this order and the first rejection
 * stops, so rejected attempts do not count further: one IP alone must never exhaust `perAccount`, or a stranger could lock the
 * owner out.
 */
export interface AttemptLimits {
  perIp: Limit
  perIpAndAccount: readonly Limit[]
  perAccount: Limit
}
