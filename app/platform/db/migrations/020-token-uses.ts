import type { Kysely } from 'kysely'

/** How often each API token was used, and by which programs. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('api_tokens')
    .addColumn('uses', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('api_token_programs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('token_id', 'text', (column) =>
      column.notNull().references('api_tokens.id').onDelete('cascade'),
    )
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('uses', 'bigint', (column) => column.notNull())
    .addColumn('first_used_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('api_token_programs_token_id_user_agent', ['token_id', 'user_agent'])
    .execute()
  await db.schema
    .createIndex('api_token_programs_user_id')
    .on('api_token_programs')
    .column('user_id')
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('api_token_programs').execute()
  await db.schema.alterTable('api_tokens').dropColumn('uses').execute()
}
