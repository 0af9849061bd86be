import type { Kysely } from 'kysely'

/** Requests of administrators to see an account, and the approved ones. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('support_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('administrator_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('requested_at', 'bigint', (column) => column.notNull())
    .addColumn('approved_at', 'bigint')
    .addColumn('opened_at', 'bigint')
    .addColumn('last_path', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const column of ['user_id', 'administrator_id', 'session_id', 'expires_at'])
    await db.schema
      .createIndex(`support_sessions_${column}`)
      .on('support_sessions')
      .column(column)
      .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('support_sessions').execute()
}
