import { type Kysely } from 'kysely'

const tables = ['webhook_endpoints', 'team_domains'] as const

/** The member who last added a webhook or a domain of a team, or made it work: a takeover report disables it. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const table of tables) {
    await db.schema
      .alterTable(table)
      .addColumn('changed_by', 'text', (column) =>
        column.references('users.id').onDelete('set null'),
      )
      .execute()
    await db.schema.createIndex(`${table}_changed_by`).on(table).column('changed_by').execute()
  }
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const table of tables) {
    await db.schema.dropIndex(`${table}_changed_by`).execute()
    await db.schema.alterTable(table).dropColumn('changed_by').execute()
  }
}
