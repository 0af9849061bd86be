import { type Kysely, sql } from 'kysely'

/** Figures of the admin area by day, and the indexes that they are counted by. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('daily_figures')
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('figure', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_figures_pkey', ['day', 'figure'])
    .execute()
  await db.schema
    .createIndex('users_created_at')
    .ifNotExists()
    .on('users')
    .column('created_at')
    .execute()
  await db.schema
    .createIndex('users_two_factor_enabled_at')
    .ifNotExists()
    .on('users')
    .column('two_factor_enabled_at')
    .where(sql.ref('two_factor_enabled_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('sessions_activity')
    .ifNotExists()
    .on('sessions')
    .columns(['last_active_at', 'user_id'])
    .execute()
  await sql`create index if not exists events_refused on events (at) where type = 'sign-in.refused'`.execute(
    db,
  )
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const index of indexes) await db.schema.dropIndex(index).execute()
  await db.schema.dropTable('daily_figures').execute()
}

const indexes = [
  'events_refused',
  'sessions_activity',
  'users_two_factor_enabled_at',
  'users_created_at',
]
