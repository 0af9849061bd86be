import type { Kysely } from 'kysely'

/** The role of an account in `app/permissions.ts`; null has none. The index is for the few accounts that have one. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('users').addColumn('role', 'text').execute()
  await db.schema
    .createIndex('users_role')
    .on('users')
    .column('role')
    .where('role', 'is not', null)
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('users_role').execute()
  await db.schema.alterTable('users').dropColumn('role').execute()
}
