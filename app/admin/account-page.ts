import { sql } from 'kysely'

import { sessionColumns, sessionRow } from '#app/browser-sessions/browser-sessions.ts'
import { features } from '#app/features.ts'
import { mayActOn, permissionsOfRole } from '#app/permissions.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'
import { NotFound } from '#app/platform/errors.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'
import { accessOfSession } from '#app/support-access/support-access.ts'
import { recentEvents } from '#app/time-travel/time-travel.ts'

import { eventsPerAccount, sessionsPerAccount } from './limits.ts'
import type { AdminAccount, AdminEventRow, AdminPages } from './pages.ts'

type ReadOnlyReason = AdminPages['Admin/Account']['readOnlyReason']

/** The parts of an account that support may see: no IP addresses, names of devices or contents of events. @throws NotFound */
export async function accountPage(
  db: Db,
  administrator: CurrentSession,
  { userId, now }: { userId: string; now: number },
): Promise<AdminPages['Admin/Account']> {
  const account = await adminAccount(db, userId)
  const sessions = await liveSessions(db, now)
    .select(sessionColumns)
    .where('user_id', '=', userId)
    .orderBy('last_active_at', 'desc')
    .orderBy('id')
    .limit(sessionsPerAccount)
    .execute()
  return {
    account,
    sessions: sessions.map((row) => ({ ...sessionRow(row, null), ip: null, name: null })),
    events: await shownEvents(db, userId),
    readOnlyReason: readOnlyReason(administrator, account),
    access: await accessOfSession(db, {
      userId,
      sessionId: administrator.session_id,
      now,
    }),
  }
}

/**
 * Administrators do not change their own account here, and an account with a role only with the permission to assign roles and all
 * permissions of that role.
 */
export function readOnlyReason(
  administrator: Pick<CurrentSession, 'user_id' | 'role'>,
  account: { id: string; role: string | null },
): ReadOnlyReason {
  if (account.id === administrator.user_id) return 'own-account'
  return mayActOn(permissionsOfRole(administrator.role), account.role) ? null : 'has-role'
}

async function adminAccount(db: Db, userId: string): Promise<AdminAccount> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale', 'created_at', 'email_verified_at', 'locked_at'])
    .select(['leaves_at', 'role', 'two_factor_enabled_at'])
    .select(({ eb, selectFrom, fn }) => {
      const count = (table: 'passkeys' | 'linked_accounts' | 'recovery_codes') =>
        selectFrom(table)
          .select(fn.countAll<number | string>().as('count'))
          .whereRef(`${table}.user_id`, '=', 'users.id')
          .as(table)
      return [
        eb('password_hash', 'is not', null).as('has_password'),
        count('passkeys'),
        count('linked_accounts'),
        count('recovery_codes'),
        apiAccessCount(db, userId).as('api_tokens'),
      ]
    })
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new NotFound()
  const { id, name, email, locale, role } = row
  return {
    id,
    name,
    email,
    locale,
    role,
    createdAt: toIso(row.created_at),
    verifiedAt: toIso(row.email_verified_at),
    lockedAt: toIso(row.locked_at),
    erasedAt: toIso(row.leaves_at),
    isVerified: row.email_verified_at !== null,
    isLocked: row.locked_at !== null,
    isDeleting: row.leaves_at !== null,
    hasPassword: Boolean(row.has_password),
    twoFactorSince: toIso(row.two_factor_enabled_at),
    passkeys: Number(row.passkeys),
    linkedAccounts: Number(row.linked_accounts),
    apiTokens: Number(row.api_tokens),
    recoveryCodes: Number(row.recovery_codes),
  }
}

function apiAccessCount(db: Db, userId: string) {
  const counts = features.flatMap(({ access }) =>
    access ? sql`(select count(*) from (${access.rows(db, userId)}) as granted)` : [],
  )
  return sql<number | string>`${sql.join([sql`0`, ...counts], sql` + `)}`
}

async function shownEvents(db: Db, userId: string): Promise<AdminEventRow[]> {
  const events = await recentEvents(db, { userId, sessionId: null }, eventsPerAccount)
  return events.map(({ seq, at, type, data: { performedBy } }) => ({
    seq,
    at,
    type,
    data: performedBy === undefined ? {} : { performedBy },
  }))
}
