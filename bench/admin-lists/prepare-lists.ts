import { sql } from 'kysely'

import { readConfig } from '#app/platform/config/config.ts'
import { connect } from '#app/platform/db/connect.ts'
import { accountEmail } from '#bench/scale/seed-accounts.ts'

/**
 * Makes the first account that can sign in an administrator, locks and unverifies one account of ten, and adds a team for each
 * account.
 *
 * @returns cursors in the middle of the lists
 */
export async function prepareLists(
  env: Record<string, string>,
): Promise<{ account: string; key: string; team: string }> {
  const { db, dialect, close } = await connect(readConfig(env).databaseUrl, {
    statementTimeoutMs: 0,
  })
  const now = Date.now()
  await sql`update users set locked_at = ${now}, email_verified_at = null where name like 'Person %0'`.execute(
    db,
  )
  await sql`
    insert into teams (id, name, slug, created_at, event_count, requires_second_factor)
    select id, 'Team ' || substr(name, 8), 'team-' || id, created_at, 0, 0 from users`.execute(db)
  await sql`
    insert into team_members (team_id, user_id, role, joined_at)
    select id, id, 'owner', created_at from users`.execute(db)
  const administrator = db.selectFrom('users').select('id').where('email', '=', accountEmail(0))
  const { id } = await administrator.executeTakeFirstOrThrow()
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute()
  // Seeding the accounts takes minutes, and the pages of the admin area ask for a recent confirmation.
  const session = { created_at: now, confirmed_at: now }
  await db.updateTable('sessions').set(session).where('user_id', '=', id).execute()
  await (dialect === 'sqlite' ? sql`analyze` : sql`vacuum analyze`).execute(db)
  const offset = Math.floor(Number((await count(db)).rows[0]?.count) / 2)
  const byId = db.selectFrom('users').select('id').orderBy('id').offset(offset).limit(1)
  const byKey = db
    .selectFrom('users')
    .select('email_key')
    .orderBy('email_key')
    .offset(offset)
    .limit(1)
  const { id: account } = await byId.executeTakeFirstOrThrow()
  const { email_key: key } = await byKey.executeTakeFirstOrThrow()
  await close()
  return { account, key, team: account }

  function count(database: typeof db) {
    return sql<{ count: number | string }>`select count(*) as count from users`.execute(database)
  }
}
