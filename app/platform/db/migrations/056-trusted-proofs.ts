import type { Kysely } from 'kysely'

/** A session knows whether its provider has asked for a second factor that the operator trusts. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('has_trusted_factor', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('sessions').dropColumn('has_trusted_factor').execute()
}
