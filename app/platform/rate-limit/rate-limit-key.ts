/** The scopes of counters. They are stored apart, so that a flood of networks never displaces the counter of an account. */
export const rateLimitScopes = [
  'network',
  'network-account',
  'account',
  'device',
  'session',
  'token',
] as const

export type RateLimitKey = `${(typeof rateLimitScopes)[number]}:${string}`
