import type { Kysely } from 'kysely'

/** Requirements that a team sets for its members. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('teams')
    .addColumn('requires_second_factor', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('teams').addColumn('sign_in_ways', 'text').execute()
  await db.schema.alterTable('teams').addColumn('max_session_hours', 'integer').execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const column of ['requires_second_factor', 'sign_in_ways', 'max_session_hours'])
    await db.schema.alterTable('teams').dropColumn(column).execute()
}
