import type { Kysely } from 'kysely'

/** Every page that an administrator has opened, in place of the last one. An access that is open lists its pages from now on. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('support_sessions')
    .addColumn('opened_pages', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('support_sessions').dropColumn('last_path').execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('support_sessions').addColumn('last_path', 'text').execute()
  await db.schema.alterTable('support_sessions').dropColumn('opened_pages').execute()
}
