import type { Kysely } from 'kysely'

export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('previous_hash', 'text', (column) => column.unique())
    .addColumn('previous_ends_at', 'bigint')
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('networks', 'text', (column) => column.notNull())
    .addColumn('issued_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('warned_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_used_ip', 'text')
    .addColumn('revoked_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('api_tokens_user_id').on('api_tokens').column('user_id').execute()
  await db.schema
    .createIndex('api_tokens_expires_at')
    .on('api_tokens')
    .column('expires_at')
    .execute()

  await db.schema
    .createTable('api_token_places')
    .addColumn('token_id', 'text', (column) =>
      column.notNull().references('api_tokens.id').onDelete('cascade'),
    )
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('first_used_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('api_token_places_key', ['token_id', 'place'])
    .execute()
}
