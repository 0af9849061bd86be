import { type Kysely, sql } from 'kysely'

/** For the operator's list of teams: its search by name, and its filter for pending deletions. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex('teams_lower_name')
    .on('teams')
    .expression(sql`lower(name)`)
    .execute()
  await db.schema
    .createIndex('teams_deleting_id')
    .on('teams')
    .column('id')
    .where(sql<boolean>`deletes_at is not null`)
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('teams_lower_name').execute()
  await db.schema.dropIndex('teams_deleting_id').execute()
}
