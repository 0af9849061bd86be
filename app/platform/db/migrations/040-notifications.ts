import type { Kysely } from 'kysely'

/** Notifications in the application, and the settings that owners have turned off. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('notifications_user_id')
    .on('notifications')
    .columns(['user_id', 'id'])
    .execute()
  // Every request of a signed-in browser counts these.
  await db.schema
    .createIndex('notifications_unread')
    .on('notifications')
    .columns(['user_id', 'read_at'])
    .where('read_at', 'is', null)
    .execute()
  await db.schema
    .createIndex('notifications_created_at')
    .on('notifications')
    .column('created_at')
    .execute()
  await db.schema.alterTable('users').addColumn('muted_notifications', 'text').execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('users').dropColumn('muted_notifications').execute()
  await db.schema.dropTable('notifications').execute()
}
