import { type Kysely, sql } from 'kysely'

/** Lists of accounts by name and by what few of them are, so that no page of the admin area reads all accounts. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex('users_name')
    .on('users')
    .expression(sql`lower(name)`)
    .execute()
  await db.schema
    .createIndex('users_locked')
    .on('users')
    .column('id')
    .where(sql.ref('locked_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('users_unverified')
    .on('users')
    .column('id')
    .where(sql.ref('email_verified_at'), 'is', null)
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const index of ['users_unverified', 'users_locked', 'users_name'])
    await db.schema.dropIndex(index).execute()
}
