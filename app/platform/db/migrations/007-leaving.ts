import { type Kysely, sql } from 'kysely'

export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('users').addColumn('leaves_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('policy_version', 'text').execute()
  // Until now only the record knew it: {"document":"policy","version":"<12 digits>"}.
  await sql`
    update users set policy_version = (
      select substr(data, length(data) - 13, 12) from events
      where events.user_id = users.id and type = 'terms.accepted' and data like '{"document":"policy"%'
      order by seq desc limit 1
    )`.execute(db)

  await db.schema
    .createTable('data_exports')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('touched_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
}
