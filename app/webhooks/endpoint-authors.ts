import type { ExpressionBuilder } from 'kysely'

import { lockedSince } from '#app/platform/auth/locked-since.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import type { Schema } from '#app/platform/db/schema.ts'

type Endpoints = ExpressionBuilder<Schema, 'webhook_endpoints'>

/** Three of them, so that disabling a webhook and enabling it again hides neither who chose the address nor who knows the secret. */
const authorColumns = ['added_by', 'secret_by', 'changed_by'] as const

const authors = ({ ref }: Endpoints) =>
  authorColumns.map((column) => ref(`webhook_endpoints.${column}`))

/** When it was disabled. A webhook is also off while an account that made it work is locked. */
export const disabledSince = (eb: Endpoints) =>
  eb.fn.coalesce('webhook_endpoints.disabled_at', lockedSince(authors(eb)))

const isBy =
  (userId: string) =>
  ({ eb, or }: Endpoints) =>
    or(authorColumns.map((column) => eb(`webhook_endpoints.${column}`, '=', userId)))

/** The teams with a webhook that an account made work. */
export const teamsWithWebhooksBy = (db: Db, userId: string) =>
  db
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.ref('team_id').$notNull().as('team_id'))
    .where('team_id', 'is not', null)
    .where(isBy(userId))

interface TeamAccount {
  teamId: string
  userId: string
}

/**
 * The webhooks of a team that an account made work, and nobody has disabled.
 *
 * @param withoutOtherLocks  leaves out those that the lock of another account keeps off
 */
export function enabledWebhooksBy(
  db: Db,
  { teamId, userId }: TeamAccount,
  { withoutOtherLocks = false } = {},
): Promise<{ id: string; url: string }[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url'])
    .where('team_id', '=', teamId)
    .where(isBy(userId))
    .where('disabled_at', 'is', null)
    .$if(withoutOtherLocks, (query) =>
      query.where((eb) => eb(lockedSince(authors(eb), { except: userId }), 'is', null)),
    )
    .orderBy('id')
    .execute()
}

/** Stores which member of a team adds an endpoint, enables it or gives it another secret. */
export async function setEndpointAuthor(
  tx: Tx,
  id: string,
  userId: string,
  columns: readonly (typeof authorColumns)[number][],
): Promise<void> {
  const values = Object.fromEntries(columns.map((column) => [column, userId]))
  await tx.updateTable('webhook_endpoints').set(values).where('id', '=', id).execute()
}

/** The accounts that made an endpoint work. */
export async function endpointAuthors(db: Db, id: string): Promise<(string | null)[]> {
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .select(authorColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return endpoint ? Object.values(endpoint) : []
}

/** Makes another account answer for the webhooks of a team, or none. */
export async function replaceEndpointAuthor(
  tx: Tx,
  { teamId, userId, by }: TeamAccount & { by: string | null },
): Promise<void> {
  for (const column of authorColumns)
    await tx
      .updateTable('webhook_endpoints')
      .set(column, by)
      .where('team_id', '=', teamId)
      .where(column, '=', userId)
      .execute()
}

/** Makes nobody answer for an endpoint in place of accounts that are locked: somebody enables it in spite of that. */
export async function forgetLockedAuthors(db: Db, id: string): Promise<void> {
  for (const column of authorColumns)
    await db
      .updateTable('webhook_endpoints')
      .set(column, null)
      .where('id', '=', id)
      .where(column, 'in', (accounts) =>
        accounts.selectFrom('users').select('id').where('locked_at', 'is not', null),
      )
      .execute()
}
