import type { ExpressionBuilder } from 'kysely'

import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import type { Schema } from '#app/platform/db/schema.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { currentUserColumns } from './current-user-columns.ts'

/**
 * For the query of every request, each by an index on a table with hardly a row: the access that this session has opened, and
 * the one that somebody else has to this account.
 */
export function supportColumns(eb: ExpressionBuilder<Schema, 'users' | 'sessions'>, now: number) {
  return [
    eb
      .selectFrom('support_sessions as opened')
      .select(({ fn }) => fn.max('opened.id').as('id'))
      .whereRef('opened.session_id', '=', 'sessions.id')
      .where('opened.opened_at', 'is not', null)
      .where('opened.expires_at', '>', now)
      .as('opened_support'),
    eb
      .selectFrom('support_sessions as granted')
      .innerJoin('sessions as viewing', 'viewing.id', 'granted.session_id')
      .select(({ fn }) => fn.max('granted.id').as('id'))
      .whereRef('granted.user_id', '=', 'users.id')
      .where('granted.approved_at', 'is not', null)
      .where('granted.expires_at', '>', now)
      .as('granted_support'),
  ] as const
}

export type SupportAccess = NonNullable<Awaited<ReturnType<typeof openedSupport>>>

/** An opened access with the account that it shows; null when the account is locked or pending deletion. */
export async function openedSupport(db: Db, id: string) {
  const row = await db
    .selectFrom('support_sessions')
    .innerJoin('users', 'users.id', 'support_sessions.user_id')
    .select(({ eb }) => currentUserColumns(eb))
    .select(['support_sessions.id', 'administrator_id', 'reason', 'expires_at'])
    .where('support_sessions.id', '=', id)
    .where('users.locked_at', 'is', null)
    .where('users.leaves_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { id: access, administrator_id, reason, expires_at, ...owner } = row
  return { id: access, administratorId: administrator_id, reason, endsAt: expires_at, owner }
}

/** The banner of the owner; null when the access has just ended. */
export async function grantedSupport(db: Db, id: string) {
  const row = await db
    .selectFrom('support_sessions')
    .innerJoin('users', 'users.id', 'administrator_id')
    .select(['users.name', 'expires_at'])
    .where('support_sessions.id', '=', id)
    .executeTakeFirst()
  return row ? { id, isOwner: true, name: row.name, endsAt: toIso(row.expires_at) } : null
}

/** Ends every access to the actor's account, and declines what is requested. */
export async function revokeSupportAccess(tx: Tx, actor: Actor): Promise<void> {
  const ended = await tx
    .deleteFrom('support_sessions')
    .where('user_id', '=', actor.userId)
    .returning(['id', 'approved_at'])
    .execute()
  for (const { id, approved_at } of ended)
    if (approved_at !== null)
      await recordEvent(tx, actor, 'support-access.ended', { access: id, by: 'system' })
}

/** Ends every access that an administrator has or asked for, so that none revives if a lost role is given back. */
export async function endSupportOf(tx: Tx, administratorId: string): Promise<void> {
  await tx.deleteFrom('support_sessions').where('administrator_id', '=', administratorId).execute()
}
