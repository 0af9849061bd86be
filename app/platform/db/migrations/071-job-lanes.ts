import type { Kysely } from 'kysely'

/** Jobs of one lane share few of the slots of a process. Jobs that wait already have none. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('lane', 'text').execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('jobs').dropColumn('lane').execute()
}
