import { type Kysely, sql, type SqlBool } from 'kysely'

/** Workers find the next job of each kind, and an endpoint its pending messages, without reading those of others. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex('jobs_due_by_kind')
    .on('jobs')
    .columns(['kind', 'run_at', 'id'])
    .where(sql.ref('dead_at'), 'is', null)
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_pending')
    .on('webhook_deliveries')
    .columns(['endpoint_id', 'next_attempt_at', 'id'])
    .where(sql<SqlBool>`status = 'pending'`)
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('webhook_deliveries_pending').execute()
  await db.schema.dropIndex('jobs_due_by_kind').execute()
}
