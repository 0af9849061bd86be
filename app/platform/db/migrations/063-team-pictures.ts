import type { Kysely } from 'kysely'

/** Pictures of teams. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('teams').addColumn('picture_id', 'text').execute()
  await db.schema
    .createIndex('teams_picture_id')
    .on('teams')
    .column('picture_id')
    .unique()
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('teams_picture_id').execute()
  await db.schema.alterTable('teams').dropColumn('picture_id').execute()
}
