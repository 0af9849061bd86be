import type { Kysely } from 'kysely'

export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  // Each ends in the event's number, so that a part of a list is found at its place and not by counting.
  await index('events_at', ['user_id', 'at', 'seq'])
  await index('events_type', ['user_id', 'type', 'seq'])
  await index('events_session', ['user_id', 'session_id', 'seq'])

  await db.schema
    .createTable('account_snapshots')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('account_snapshots_key', ['user_id', 'seq'])
    .execute()

  await db.schema
    .createTable('past_photos')
    .addColumn('photo_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('replaced_at', 'bigint', (column) => column.notNull())
    .addColumn('kept_until', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('past_photos_user_id').on('past_photos').column('user_id').execute()
  await db.schema
    .createIndex('past_photos_kept_until')
    .on('past_photos')
    .column('kept_until')
    .execute()

  async function index(name: string, columns: string[]): Promise<void> {
    await db.schema.createIndex(name).on('events').columns(columns).execute()
  }
}
