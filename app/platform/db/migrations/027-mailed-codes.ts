import type { Kysely } from 'kysely'

/** Six-digit codes that were mailed, and the sign-ins with one that wait for a second factor. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('mailed_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('code_mac', 'text', (column) => column.notNull())
    .addColumn('payload_sealed', 'text')
    .addColumn('guesses', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('mailed_codes_request', ['browser_hash', 'email_key', 'purpose'])
    .execute()
  for (const column of ['user_id', 'email_key', 'expires_at'])
    await db.schema
      .createIndex(`mailed_codes_${column}`)
      .on('mailed_codes')
      .column(column)
      .execute()
  await db.schema.alterTable('two_factor_challenges').addColumn('email_key', 'text').execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('two_factor_challenges').dropColumn('email_key').execute()
  await db.schema.dropTable('mailed_codes').execute()
}
