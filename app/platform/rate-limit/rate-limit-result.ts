export interface RateLimitResult {
  allowed: boolean
  /** 0 when allowed. */
  retryAfterSeconds: number
  /** Attempts in this window, including this one and rejected ones. */
  count: number
}

export function rateLimitResult(
  count: number,
  limit: number,
  remainingMs: number,
): RateLimitResult {
  const allowed = count <= limit
  const retryAfterSeconds = allowed ? 0 : Math.max(1, Math.ceil(remainingMs / 1000))
  return { allowed, retryAfterSeconds, count }
}
