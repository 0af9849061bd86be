import { type Kysely, sql } from 'kysely'

/** A sign-in may also wait for a code that was mailed, because its device is new. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('two_factor_challenges')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('second-factor'))
    .execute()
  await db.schema.alterTable('two_factor_challenges').addColumn('code_sent_at', 'bigint').execute()
}

/** The open sign-ins on new devices start again. */
export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`delete from two_factor_challenges where kind = 'new-device'`.execute(db)
  await db.schema.alterTable('two_factor_challenges').dropColumn('code_sent_at').execute()
  await db.schema.alterTable('two_factor_challenges').dropColumn('kind').execute()
}
