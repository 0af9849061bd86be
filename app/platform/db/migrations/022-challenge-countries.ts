import type { Kysely } from 'kysely'

/** A right password that no second factor follows is recorded with the country of its client. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('two_factor_challenges').addColumn('country', 'text').execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('two_factor_challenges').dropColumn('country').execute()
}
