import type { Kysely } from 'kysely'

/** Which periodic tasks a process has taken, and until when. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('task_leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('task_leases_leased_until')
    .on('task_leases')
    .column('leased_until')
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('task_leases').execute()
}
