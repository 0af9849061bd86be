import { type Kysely, sql } from 'kysely'

/** Domains whose verified addresses may join a team, and accounts that they do not let back in. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('team_domains')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) =>
      column.notNull().references('teams.id').onDelete('cascade'),
    )
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('verified_at', 'bigint')
    .addColumn('next_check_at', 'bigint')
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('team_domains_once', ['team_id', 'domain'])
    .execute()
  await db.schema
    .createIndex('team_domains_proved')
    .unique()
    .on('team_domains')
    .column('domain')
    .where(sql.ref('verified_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('team_domains_next_check_at')
    .on('team_domains')
    .column('next_check_at')
    .where('next_check_at', 'is not', null)
    .execute()

  await db.schema
    .createTable('team_removals')
    .addColumn('team_id', 'text', (column) =>
      column.notNull().references('teams.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('removed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('team_removals_key', ['team_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('team_removals_user_id')
    .on('team_removals')
    .column('user_id')
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const table of ['team_removals', 'team_domains']) await db.schema.dropTable(table).execute()
}
