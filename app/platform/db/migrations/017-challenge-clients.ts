import type { Kysely } from 'kysely'

/** A right password that no second factor follows is recorded with the client that entered it. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  const challenges = () => db.schema.alterTable('two_factor_challenges')
  await challenges().addColumn('ip', 'text').execute()
  await challenges().addColumn('user_agent', 'text').execute()
  await challenges()
    .addColumn('known_device', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const column of ['ip', 'user_agent', 'known_device'])
    await db.schema.alterTable('two_factor_challenges').dropColumn(column).execute()
}
