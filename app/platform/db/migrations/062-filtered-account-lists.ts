import { type Kysely, sql } from 'kysely'

const filters = [
  ['unverified', sql`email_verified_at is null`],
  ['locked', sql`locked_at is not null`],
  ['leaving', sql`leaves_at is not null`],
  ['with_role', sql`role is not null`],
] as const

/** Each filter of the list of accounts in each of its orders. Two of those by id are in migration 044. */
const byId = ['leaving', 'with_role']

/** No page of a filtered list reads the accounts that the filter leaves out. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const [name, filter] of filters) {
    await db.schema
      .createIndex(`users_${name}_address`)
      .ifNotExists()
      .on('users')
      .column('email_key')
      .where(sql<boolean>`${filter}`)
      .execute()
    if (byId.includes(name))
      await db.schema
        .createIndex(`users_${name}_id`)
        .ifNotExists()
        .on('users')
        .column('id')
        .where(sql<boolean>`${filter}`)
        .execute()
  }
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const [name] of filters) {
    await db.schema.dropIndex(`users_${name}_address`).execute()
    if (byId.includes(name)) await db.schema.dropIndex(`users_${name}_id`).execute()
  }
}
