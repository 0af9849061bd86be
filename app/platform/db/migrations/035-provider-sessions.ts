import type { Kysely } from 'kysely'

/** A session knows the linked account that started it, so that a logout at the provider ends it. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('linked_account_id', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('provider_sid', 'text').execute()
  await db.schema.alterTable('two_factor_challenges').addColumn('provider_sid', 'text').execute()
  await db.schema
    .createIndex('sessions_linked_account_id')
    .on('sessions')
    .column('linked_account_id')
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('sessions_linked_account_id').execute()
  await db.schema.alterTable('two_factor_challenges').dropColumn('provider_sid').execute()
  await db.schema.alterTable('sessions').dropColumn('provider_sid').execute()
  await db.schema.alterTable('sessions').dropColumn('linked_account_id').execute()
}
