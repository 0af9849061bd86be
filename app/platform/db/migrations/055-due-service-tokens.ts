import { type Kysely, sql } from 'kysely'

/** Periodic tasks find ended tokens of services by index. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex('service_tokens_expires_at')
    .on('service_tokens')
    .column('expires_at')
    .execute()
  await db.schema
    .createIndex('service_tokens_revoked_at')
    .on('service_tokens')
    .column('revoked_at')
    .where(sql.ref('revoked_at'), 'is not', null)
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('service_tokens_revoked_at').execute()
  await db.schema.dropIndex('service_tokens_expires_at').execute()
}
