export interface Rate {
  limit: number
  windowMs: number
}

export interface RateLimitResult {
  allowed: boolean
  /** 0 when allowed. */
  retryAfterSeconds: number
}

/** @param count  attempts in this window, including this one */
export function rateLimitResult(
  count: number,
  limit: number,
  remainingMs: number,
): RateLimitResult {
  const allowed = count <= limit
  return { allowed, retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(remainingMs / 1000)) }
}
