import assert from 'node:assert/strict'
import { appendFile, copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { sql } from 'kysely'

import { linkHash, signEvent, signHead } from '#app/platform/chain.ts'
import { everyRecordKey } from '#app/platform/record-keys.ts'
import { updateProfileInformation } from '#app/profile/update-profile-information.ts'
import { asTheirOwner, eraseEveryone } from '#testing/database.ts'
import { operatorOf } from '#testing/operator.ts'
import { adaAtHome } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { days } from '#testing/test-clock.ts'

import { askForCheckpoint } from './history.ts'

test('a whole account that was rolled back, end and all, shows against a checkpoint (LGX-13)', async (t) => {
  const { foyer, check } = await atCheckpoint(t)
  const { db, database } = foyer.app
  const before = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const { id: userId } = before
  const here = { userId, sessionId: null, ip: null, userAgent: null, now: foyer.clock.now() }
  await updateProfileInformation(db, here, { name: 'Augusta' }, foyer.app.languages)
  await nextCheckpoint(foyer)
  assert.deepEqual((await check()).json['checkpoints'], [])

  await asTheirOwner(database, async () => {
    await db.deleteFrom('events').where('seq', '>', before.event_count).execute()
    await db.updateTable('users').set(before).execute()
  })

  const { status, json } = await check()
  assert.deepEqual([status, json['broken']], [1, []])
  const seq = before.event_count + 1
  assert.deepEqual(json['checkpoints'], [
    { number: 2, fault: 'record rewritten', id: before.id, seq },
  ])
})

test('what is rewritten with every key shows against a checkpoint that was kept elsewhere (LGX-13)', async (t) => {
  const { foyer, check, file } = await atCheckpoint(t)
  const kept = join(foyer.config.storageDir, 'kept elsewhere')
  // As it came by mail, with more around it.
  await writeFile(kept, `Dear operator,\r\n\r\nCheckpoint: ${await readFile(file('note'), 'utf8')}`)
  await rewriteLast(foyer)

  const { json } = await check('--checkpoint', kept)

  assert.deepEqual(json['broken'], [], 'the record alone tells nothing')
  assert.partialDeepStrictEqual(json['checkpoints'], [{ fault: 'record rewritten' }])
})

test('an account that was removed behind our back shows, one that we erased does not', async (t) => {
  const { foyer, check } = await atCheckpoint(t)
  const { db, database } = foyer.app
  await asTheirOwner(database, async () => void (await db.deleteFrom('users').execute()))
  assert.partialDeepStrictEqual((await check()).json['checkpoints'], [{ fault: 'record gone' }])

  const other = await atCheckpoint(t)
  await eraseEveryone(other.foyer.db)

  assert.deepEqual((await other.check()).json['checkpoints'], [])
})

test('checkpoints hold on to each other: none can be altered, exchanged or left out', async (t) => {
  const { foyer, check, file } = await atCheckpoint(t)
  await nextCheckpoint(foyer)
  await nextCheckpoint(foyer)
  const faults = async () =>
    Object(await check()).json.checkpoints.map(({ fault }: { fault: string }) => fault)
  assert.deepEqual(await faults(), [])

  await copyFile(file('heads', 2), file('heads', 3))
  await appendFile(file('heads', 2), '{"account":"x","hash":"","seq":1}\n')
  assert.deepEqual(await faults(), ['list altered', 'record gone'])
  await rm(file('heads', 3))
  assert.ok((await faults()).includes('list missing'))
  await rm(file('note', 2))
  assert.ok((await faults()).includes('note out of order'))
  const note = await readFile(file('note', 3), 'utf8')
  await writeFile(file('note', 3), note.replace('records 1', 'records 0'))
  assert.ok((await faults()).includes('note not ours'))
})

test('there is one checkpoint a day, however many processes ask, and it is mailed where it was wished', async (t) => {
  const { foyer, file } = await atCheckpoint(t)
  foyer.config.checkpointMail = { name: 'Archive', address: 'archive@example.net' }
  await askForCheckpoint(foyer.app, foyer.clock.now())
  await foyer.jobs.runDue()
  await assert.rejects(readFile(file('note', 2)))

  foyer.clock.advance(days)
  await Promise.all([1, 2, 3].map(() => askForCheckpoint(foyer.app, foyer.clock.now())))
  const [mail] = await foyer.mails()

  await assert.rejects(readFile(file('note', 3)))
  assert.ok(mail?.text.includes((await readFile(file('note', 2), 'utf8')).trim()))
})

test('addresses and browsers are forgotten in time, and the record stays whole (PRIV-11)', async (t) => {
  const { foyer, check } = await atCheckpoint(t)
  const left = () => foyer.events().then((all) => all.filter(({ ip }) => ip !== null).length)
  assert.ok((await left()) > 0)

  foyer.clock.advance(181 * days)
  await nextCheckpoint(foyer)

  assert.equal(await left(), 0)
  assert.equal((await check()).json['whole'], true)
})

async function atCheckpoint(t: TestContext) {
  const { foyer } = await adaAtHome(t)
  await nextCheckpoint(foyer)
  const command = operatorOf(foyer)
  return {
    foyer,
    check: (...options: string[]) => command('history:verify', '--json', ...options),
    file: (kind: 'note' | 'heads', number = 1) =>
      join(foyer.config.storageDir, 'checkpoints', `00000${number}.${kind}`),
  }
}

async function nextCheckpoint(foyer: Product): Promise<void> {
  foyer.clock.advance(days)
  await askForCheckpoint(foyer.app, foyer.clock.now())
  await foyer.jobs.runDue()
}

/** As someone would who has the database and APP_KEY: consistent in itself. */
async function rewriteLast({ app: { db, database } }: Product): Promise<void> {
  const [[name, key] = ['', Buffer.alloc(0)]] = await everyRecordKey(db)
  const [last, before] = await db.selectFrom('events').selectAll().orderBy('seq', 'desc').execute()
  assert.ok(last && before)
  const { user_id: account, seq, content_digest } = last
  const at = last.at + 1
  const content = content_digest ?? ''
  const hash = linkHash({ account, seq, at, previous: before.hash ?? '', content })
  const signature = signEvent({ name, key }, { account, seq, content, hash })
  const end = signHead({ name, key }, { account, seq, hash, at, originsErasedThrough: 0 })
  await asTheirOwner(database, async () => {
    await sql`update events set at = ${at}, hash = ${hash}, signature = ${signature} where seq = ${seq}`.execute(
      db,
    )
    await sql`update users set recorded_at = ${at}, record_head = ${hash}, record_signature = ${end}`.execute(
      db,
    )
  })
}
