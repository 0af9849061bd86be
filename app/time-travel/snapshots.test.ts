import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test, type TestContext } from 'node:test'

import { sql } from 'kysely'

import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { allSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { withEventTriggersDisabled } from '#testing/test-database.ts'

import { stateAfterEvent } from './account-state-at.ts'
import { foldDigest, foldVersion } from './snapshots.ts'

async function adaWithSnapshots(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  for (const name of ['Ada 1', 'Ada 2', 'Ada 3'])
    await laptop.visit('user-profile-information.update', { name })
  const { id, event_count: total } = await foyer.db
    .selectFrom('users')
    .select(['id', 'event_count'])
    .executeTakeFirstOrThrow()
  await stateAfterEvent(foyer.db, id, total, 2)
  return { foyer, laptop, id, total }
}

test('a snapshot written into the database is ignored (PST-04)', async (t) => {
  const { foyer, id, total } = await adaWithSnapshots(t)
  const tamper = JSON.stringify({
    ...(await stateAfterEvent(foyer.db, id, total)),
    name: 'Mallory',
  })

  await foyer.db.updateTable('account_snapshots').set({ state: tamper }).execute()

  assert.equal((await stateAfterEvent(foyer.db, id, total, 2)).name, 'Ada 3')
  const after = await foyer.db.selectFrom('account_snapshots').select('state').execute()
  assert.ok(after.every(({ state }) => !state.includes('Mallory')))
})

test('a snapshot moved to another event or account is ignored (PST-04)', async (t) => {
  const { foyer, id, total } = await adaWithSnapshots(t)
  await foyer.db.deleteFrom('account_snapshots').where('seq', '>', 2).execute()

  await foyer.db.updateTable('account_snapshots').set({ seq: total }).execute()

  assert.equal((await stateAfterEvent(foyer.db, id, total, 2)).name, 'Ada 3')
})

test('a snapshot of events that were altered for a while and then put back is ignored (PST-04)', async (t) => {
  const { foyer, id, total } = await adaWithSnapshots(t)
  const { db, database } = foyer.app
  await db.deleteFrom('account_snapshots').execute()
  const setName = (from: string, to: string) =>
    withEventTriggersDisabled(database, async () => {
      await sql`update events set data = replace(data, ${from}, ${to})`.execute(db)
    })

  await setName('Ada 3', 'Mallory')
  assert.equal(
    (await stateAfterEvent(db, id, total, 1)).name,
    'Mallory',
    'what stands there is shown',
  )
  await setName('Mallory', 'Ada 3')

  assert.equal((await stateAfterEvent(db, id, total, 1)).name, 'Ada 3')
})

test('a snapshot of a truncated log that has grown again is ignored (PST-04)', async (t) => {
  const { foyer, laptop, id, total } = await adaWithSnapshots(t)
  const { db, database } = foyer.app
  await stateAfterEvent(db, id, total, 1)
  await withEventTriggersDisabled(database, async () => {
    await db.deleteFrom('events').where('seq', '=', total).execute()
    await db
      .updateTable('users')
      .set({ event_count: total - 1 })
      .execute()
  })

  await laptop.visit('user-profile-information.update', { name: 'Ada 4' })

  assert.equal((await stateAfterEvent(db, id, total)).name, 'Ada 2')
  assert.equal((await stateAfterEvent(db, id, total + 1)).name, 'Ada 4')
})

test('a snapshot of another fold version is ignored (PST-04)', async (t) => {
  const { foyer, id, total } = await adaWithSnapshots(t)
  const { hash } = await foyer.db
    .selectFrom('events')
    .select('hash')
    .where('seq', '=', total)
    .executeTakeFirstOrThrow()
  const [[name, key] = ['', Buffer.alloc(0)]] = await allSigningKeys(foyer.db)
  const state = JSON.stringify({
    ...(await stateAfterEvent(foyer.db, id, total)),
    name: 'As before',
  })
  const keepAs = async (version: string) => {
    const signed = `foyer-1 snapshot\n${JSON.stringify([version, id, total, hash, state])}`
    const signature = `${name}.${createHmac('sha256', key).update(signed).digest('base64url')}`
    await foyer.db.deleteFrom('account_snapshots').execute()
    const row = { user_id: id, seq: total, state, signature }
    await foyer.db.insertInto('account_snapshots').values(row).execute()
    return (await stateAfterEvent(foyer.db, id, total)).name
  }

  assert.equal(await keepAs(foldVersion), 'As before', 'it is signed as ours are')
  assert.equal(await keepAs('of an older fold'), 'Ada 3')
})

test('a growing log gets its snapshots after the change, before anyone views it', async (t) => {
  const { foyer, id, total } = await adaWithSnapshots(t)
  await foyer.db.deleteFrom('account_snapshots').execute()
  const ada = { userId: id, sessionId: null, ip: null, userAgent: null, now: foyer.clock.now() }
  const stored = () => foyer.db.selectFrom('account_snapshots').select('seq').execute()
  for (let seq = total + 1; seq <= 130; seq++)
    await inTransaction(foyer.db, (tx) =>
      recordEvent(tx, ada, 'address.verified', { email: `${seq}` }),
    )
  await foyer.jobs.runDue()

  assert.deepEqual(await stored(), [{ seq: 100 }])
})

test('a reducer that changes, or moves to another event, makes snapshots of another version', () => {
  const add = () => ({ recoveryCodes: 1 })
  const remove = () => ({ recoveryCodes: 0 })

  const digest = foldDigest([{ 'codes.added': add, 'codes.removed': remove }])

  assert.equal(digest, foldDigest([{ 'codes.added': add, 'codes.removed': remove }]))
  assert.notEqual(digest, foldDigest([{ 'codes.added': add, 'codes.removed': add }]))
  assert.notEqual(digest, foldDigest([{ 'codes.added': remove, 'codes.removed': add }]))
})
