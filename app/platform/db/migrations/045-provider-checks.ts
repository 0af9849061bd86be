import { type Kysely, sql } from 'kysely'

/** A linked account can have a refresh token, to ask its provider once a day whether it still stands. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('linked_accounts').addColumn('refresh_token_sealed', 'text').execute()
  await db.schema.alterTable('linked_accounts').addColumn('next_check_at', 'bigint').execute()
  await db.schema
    .createIndex('linked_accounts_next_check_at')
    .on('linked_accounts')
    .column('next_check_at')
    .where(sql.ref('next_check_at'), 'is not', null)
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('linked_accounts_next_check_at').execute()
  await db.schema.alterTable('linked_accounts').dropColumn('next_check_at').execute()
  await db.schema.alterTable('linked_accounts').dropColumn('refresh_token_sealed').execute()
}
