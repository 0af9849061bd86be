import type { Kysely } from 'kysely'

export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('users').addColumn('two_factor_secret_sealed', 'text').execute()
  await db.schema.alterTable('users').addColumn('two_factor_enabled_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('two_factor_last_step', 'bigint').execute()
  await counter('two_factor_wrong_count')
  await counter('refused_code_count')

  await db.schema
    .createTable('two_factor_setups')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().unique().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret_sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await index('two_factor_setups', 'expires_at')

  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()

  await db.schema
    .createTable('two_factor_challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('password_digest', 'text', (column) => column.notNull())
    .addColumn('remembered', 'integer', (column) => column.notNull())
    .addColumn('wrong_count', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await index('two_factor_challenges', 'user_id')
  await index('two_factor_challenges', 'expires_at')

  async function counter(name: string): Promise<void> {
    await db.schema
      .alterTable('users')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  }

  async function index(table: string, column: string): Promise<void> {
    await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
  }
}
