import type { Feature } from '#app/platform/feature.ts'

import { unusedAfterMs } from './limits.ts'

export const tokenSecurityIssues: NonNullable<Feature['securityIssues']> = {
  issues: ['tokens-without-end', 'tokens-unused'],
  columns(db, { userId, now }) {
    const tokens = db
      .selectFrom('api_tokens')
      .select(db.fn.countAll<number | string>().as('count'))
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
    return [
      tokens.where('expires_at', 'is', null).as('tokens-without-end'),
      tokens
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .where(
          ({ eb, fn, lit }) =>
            eb(fn.coalesce('last_used_at', 'created_at'), '+', lit(unusedAfterMs)),
          '<',
          now,
        )
        .as('tokens-unused'),
    ]
  },
}
