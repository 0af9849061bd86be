import { type Kysely, sql } from 'kysely'

/**
 * Periodic tasks find due rows by index. On PostgreSQL an index is built under a lock, so those of large tables may be created
 * before, with `concurrently`.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const [table, column] of indexed)
    await db.schema
      .createIndex(`${table}_${column}`)
      .ifNotExists()
      .on(table)
      .column(column)
      .execute()
  await db.schema
    .createIndex('api_tokens_revoked_at')
    .ifNotExists()
    .on('api_tokens')
    .column('revoked_at')
    .where(sql.ref('revoked_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('api_tokens_last_used_at')
    .ifNotExists()
    .on('api_tokens')
    .column('last_used_at')
    .where(sql.ref('last_used_ip'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('broadcasts_order')
    .ifNotExists()
    .on('broadcasts')
    .columns(['channel', 'sequence', 'id'])
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const index of ['broadcasts_order', 'api_tokens_last_used_at', 'api_tokens_revoked_at'])
    await db.schema.dropIndex(index).execute()
  for (const [table, column] of indexed.toReversed())
    await db.schema.dropIndex(`${table}_${column}`).execute()
}

const indexed = [
  ['sessions', 'ends_at'],
  ['data_exports', 'expires_at'],
  ['data_exports', 'created_at'],
  ['broadcasts', 'created_at'],
  ['erased_records', 'erased_at'],
  ['waitlist', 'created_at'],
  ['team_handovers', 'expires_at'],
  ['webhook_endpoints', 'previous_ends_at'],
  ['api_token_programs', 'last_used_at'],
] as const
