import { features } from '#app/features.ts'
import type { SecurityIssue } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { SecurityParams } from '#app/platform/feature.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

const sessionsThreshold = 5
const recoveryCodesThreshold = 3
const featureIssues = features.flatMap(({ securityIssues }) => securityIssues?.issues ?? [])

/** The security issues of the account, most urgent first. */
export function securityIssues(
  user: CurrentSession,
  counts: SecurityCounts,
  sessions: number,
): SecurityIssue[] {
  const count = (key: keyof SecurityCounts) => Number(counts[key] ?? 0)
  const hasSecondFactor = user.two_factor_enabled_at !== null
  const passkeys = count('passkeys')

  const issues: [SecurityIssue, boolean][] = [
    ['address', user.email_verified_at === null],
    ['address-change', count('address_changes') > 0],
    ['second-factor', !hasSecondFactor && passkeys === 0],
    ['recovery-codes', hasSecondFactor && count('recovery_codes') <= recoveryCodesThreshold],
    ['only-passkey', passkeys === 1 && !user.has_password && count('linked_accounts') === 0],
    // Without a second factor, the advice to add one names passkeys.
    ['passkey', passkeys === 0 && hasSecondFactor],
    ['one-passkey', passkeys === 1 && Boolean(user.has_password)],
    ['sessions', sessions > sessionsThreshold],
    ...featureIssues.map((issue): [SecurityIssue, boolean] => [issue, count(issue) > 0]),
  ]
  return issues.filter(([, isPresent]) => isPresent).map(([issue]) => issue)
}

/** PostgreSQL returns counts as text. */
export type SecurityCounts = Partial<
  Record<
    SecurityIssue | 'address_changes' | 'passkeys' | 'linked_accounts' | 'recovery_codes',
    number | string | null
  >
>

/**
 * Counts for one account, to select beside any row. The subqueries are uncorrelated, so each runs once per query.
 */
export function securityCountColumns(db: Db, params: SecurityParams) {
  const { userId, now } = params
  const count = db.fn.countAll<number | string>().as('count')

  return [
    db
      .selectFrom('one_time_tokens')
      .select(count)
      .where('user_id', '=', userId)
      .where('purpose', '=', 'email-change')
      .where('expires_at', '>', now)
      .as('address_changes'),
    db
      .selectFrom('passkeys')
      .select(count)
      .where('user_id', '=', userId)
      .where('second_factor_only', '=', 0)
      .as('passkeys'),
    db
      .selectFrom('linked_accounts')
      .select(count)
      .where('user_id', '=', userId)
      .as('linked_accounts'),
    db
      .selectFrom('recovery_codes')
      .select(count)
      .where('user_id', '=', userId)
      .as('recovery_codes'),
    ...features.flatMap((feature) => feature.securityIssues?.columns(db, params) ?? []),
  ] as const
}
