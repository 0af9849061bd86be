import type { Kysely } from 'kysely'

/** Without it, whoever can write to the database could show an account a past it never had. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('account_snapshots')
    .addColumn('signature', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
