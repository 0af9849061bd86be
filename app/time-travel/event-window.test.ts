import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql } from 'kysely'

import { signedInAda } from '#testing/signed-in-accounts.ts'

import { eventWindow } from './event-window.ts'

test('lists the device of every session in the window, however many', async (t) => {
  const { foyer } = await signedInAda(t)
  await sql`
    insert into events (user_id, seq, type, data, at, hash, session_id, ip)
    with recursive numbers(n) as (select 10 union all select n + 1 from numbers where n < 459)
    select users.id, n, 'session.started',
      '{"session":"s' || n || '","method":"password","remembered":false}',
      users.created_at, '', 's' || n, '192.0.2.1'
    from users, numbers`.execute(foyer.db)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()

  const { devices, events } = await eventWindow(foyer.db, id, 459, 450)

  assert.equal(events.filter(({ seq }) => seq >= 10).length, 450)
  assert.equal(Object.keys(devices).filter((session) => /^s\d+$/.test(session)).length, 450)
})
