import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The member who created a token, and the token that sent an invitation: both end with the right of that member. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('team_tokens')
    .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .alterTable('team_invitations')
    .addColumn('token_id', 'text', (column) =>
      column.references('team_tokens.id').onDelete('set null'),
    )
    .execute()
  await createIndex(db, 'team_tokens', 'created_by')
  await createIndex(db, 'team_invitations', 'token_id')
  await readCreatorsFromLogs(db)
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('team_invitations_token_id').execute()
  await db.schema.dropIndex('team_tokens_created_by').execute()
  await db.schema.alterTable('team_invitations').dropColumn('token_id').execute()
  await db.schema.alterTable('team_tokens').dropColumn('created_by').execute()
}

async function createIndex<Tables>(
  db: Kysely<Tables>,
  table: string,
  column: string,
): Promise<void> {
  await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
}

/** A token of somebody who is no member any more keeps none: an owner decides. */
async function readCreatorsFromLogs<Tables>(db: Kysely<Tables>): Promise<void> {
  const data =
    db.getExecutor().adapter instanceof SqliteAdapter ? sql`event.data` : sql`event.data::json`
  await sql`
    update team_tokens set created_by = (
      select member.user_id
      from team_events as event
      join team_members as member
        on member.team_id = event.team_id and member.user_id = ${data} ->> 'by'
      where event.team_id = team_tokens.team_id
        and event.type = 'token.created'
        and ${data} ->> 'token' = team_tokens.id
      limit 1
    )`.execute(db)
}
