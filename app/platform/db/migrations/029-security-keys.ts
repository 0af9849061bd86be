import { type Kysely, sql } from 'kysely'

/** Passkeys as a second factor: two-factor without an app, keys that only follow a password, and which factor is asked for first. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  const users = () => db.schema.alterTable('users')
  await users().addColumn('two_factor_app_added_at', 'bigint').execute()
  await users().addColumn('preferred_second_factor', 'text').execute()
  await sql`update users set two_factor_app_added_at = two_factor_enabled_at
    where two_factor_secret_sealed is not null`.execute(db)
  await db.schema
    .alterTable('passkeys')
    .addColumn('second_factor_only', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

/** Two-factor without an app stays on, and asks for a recovery code; security keys stay as passkeys that sign nobody in. */
export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('passkeys').dropColumn('second_factor_only').execute()
  await db.schema.alterTable('users').dropColumn('preferred_second_factor').execute()
  await db.schema.alterTable('users').dropColumn('two_factor_app_added_at').execute()
}
