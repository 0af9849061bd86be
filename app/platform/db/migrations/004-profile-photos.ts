import type { Kysely } from 'kysely'

/** The picture itself is two files in the storage folder, named by this. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('users').addColumn('photo_id', 'text').execute()
  await db.schema.createIndex('users_photo_id').on('users').column('photo_id').unique().execute()
}
