import { type Kysely, sql } from 'kysely'

/**
 * In the order in which changes lock these tables, while an older server runs: each statement also locks `users`, and a change of an
 * account reads the webhooks last.
 */
const columns = [
  ['teams', 'deletion_requested_by'],
  // One account can let thousands in: the index alone has their teams.
  ['team_members', 'role_given_by', 'team_id'],
  ['team_domains', 'added_by'],
  ['webhook_endpoints', 'added_by'],
  ['webhook_endpoints', 'secret_by'],
] as const

/**
 * Which account added a webhook or a domain of a team, knows a secret, gave a role, or asked for the deletion: a takeover report undoes
 * that, also after somebody else has switched it off and on.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const [table, column, ...others] of columns) {
    await db.schema
      .alterTable(table)
      .addColumn(column, 'text', (definition) =>
        definition.references('users.id').onDelete('set null'),
      )
      .execute()
    await db.schema
      .createIndex(`${table}_${column}`)
      .on(table)
      .columns([column, ...others])
      .execute()
  }
  await db.schema.alterTable('team_members').addColumn('role_given_at', 'bigint').execute()
  // Of older ones only the last change is known.
  await sql`update webhook_endpoints set added_by = changed_by, secret_by = changed_by`.execute(db)
  await sql`update team_domains set added_by = changed_by`.execute(db)
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('team_members').dropColumn('role_given_at').execute()
  for (const [table, column] of columns.toReversed()) {
    await db.schema.dropIndex(`${table}_${column}`).execute()
    await db.schema.alterTable(table).dropColumn(column).execute()
  }
}
