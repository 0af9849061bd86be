import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql } from 'kysely'

import { toIso } from '#app/platform/lib/iso-time.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { minutes } from '#testing/test-clock.ts'

import { accountStateAt } from './account-state-at.ts'

test('an expired session is not shown as open, however many ended before pruning', async (t) => {
  const { foyer } = await signedInAda(t)
  const { db, clock } = foyer
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const ranOutAt = clock.now() + minutes
  const started = { session: 's', method: 'password', remembered: false }
  const ended = { by: 'system', ranOutAt: toIso(ranOutAt), session: 's', why: 'expired' }
  await sql`
    insert into events (user_id, seq, type, data, at, hash)
    with recursive numbers(n) as (select 10 union all select n + 1 from numbers where n < 600)
    select users.id, n,
      case n when 10 then 'session.started' else 'session.ended' end,
      case n
        when 10 then cast(${JSON.stringify(started)} as text)
        when 600 then cast(${JSON.stringify(ended)} as text)
        else '{"by":"person","session":"other-' || n || '","why":"logout"}'
      end,
      users.created_at, ''
    from users, numbers`.execute(db)

  const before = await accountStateAt(db, id, { seq: 10, at: ranOutAt - 1 })
  const after = await accountStateAt(db, id, { seq: 10, at: ranOutAt })

  assert.ok('s' in before.sessions)
  assert.ok(!('s' in after.sessions))
})
