import assert from 'node:assert/strict'
import { appendFile, copyFile, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { sql } from 'kysely'

import { logStores } from '#app/features.ts'
import { eventHash, signEvent, signHead } from '#app/platform/event-log/hash-chain.ts'
import { allSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { updateProfileInformation } from '#app/profile/update-profile-information.ts'
import { createCli } from '#testing/cli.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days, minutes } from '#testing/test-clock.ts'
import { withEventTriggersDisabled, eraseAllAccounts } from '#testing/test-database.ts'

import { createDraft } from './checkpoint-files.ts'
import { createCheckpoint } from './create-checkpoint.ts'
import { enqueueDailyLogMaintenance } from './log-integrity.ts'

test('a checkpoint reveals an account rolled back together with its log head (LGX-13)', async (t) => {
  const { foyer, check } = await adaWithCheckpoint(t)
  const { db, database } = foyer.app
  const before = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const { id: userId } = before
  const actor = { userId, sessionId: null, ip: null, userAgent: null, now: foyer.clock.now() }
  await updateProfileInformation(db, actor, { name: 'Augusta' }, foyer.app.languages)
  await runNextCheckpoint(foyer)
  assert.deepEqual((await check()).json['checkpoints'], [])

  await withEventTriggersDisabled(database, async () => {
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

test('a checkpoint stored elsewhere reveals an event rewritten with every key (LGX-13)', async (t) => {
  const { foyer, check, file } = await adaWithCheckpoint(t)
  const copy = join(foyer.config.storageDir, 'copy.note')
  // The note as part of a mail.
  await writeFile(copy, `Dear operator,\r\n\r\nCheckpoint: ${await readFile(file('note'), 'utf8')}`)
  await rewriteLastEvent(foyer)

  const { json } = await check('--checkpoint', copy)

  assert.deepEqual(json['broken'], [], 'the log alone does not reveal it')
  assert.partialDeepStrictEqual(json['checkpoints'], [{ fault: 'record rewritten' }])
})

test('the page reveals a log rolled back or rewritten since the checkpoint (LGX-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { db, database } = foyer.app
  const step = async () => JSON.parse((await laptop.json('/time-travel/seal')).text)
  const before = await db
    .selectFrom('users')
    .select(['event_count', 'record_head', 'recorded_at', 'record_signature'])
    .executeTakeFirstOrThrow()
  await laptop.visit('user-profile-information.update', { name: 'Augusta' })
  foyer.clock.advance(minutes)
  await createCheckpoint(db, checkpointTargetOf(foyer), foyer.clock.now())
  assert.equal((await step()).broken, null)
  const [event] = await db.selectFrom('events').selectAll().orderBy('seq', 'desc').execute()
  const after = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()

  await withEventTriggersDisabled(database, async () => {
    await db.deleteFrom('events').where('seq', '>', before.event_count).execute()
    await db.updateTable('users').set(before).execute()
  })
  assert.deepEqual((await step()).broken, { seq: before.event_count + 1, fault: 'truncated' })

  await withEventTriggersDisabled(database, async () => {
    if (event) await db.insertInto('events').values(event).execute()
    await db.updateTable('users').set(after).execute()
  })
  assert.equal((await step()).broken, null)

  await rewriteLastEvent(foyer)
  assert.deepEqual((await step()).broken, { seq: after.event_count, fault: 'rewritten' })
})

test('a crash while a checkpoint is written leaves no partial one', async (t) => {
  const { foyer, check } = await adaWithCheckpoint(t)
  const folder = join(foyer.config.storageDir, 'checkpoints')
  const parts = ['heads', 'places', 'tree', 'note']
  for (const [index] of parts.entries()) {
    const draft = await createDraft(folder)
    for (const part of parts.slice(0, index + 1))
      await copyFile(join(folder, '000001', part), join(draft, part))
    await utimes(draft, 0, 0)
  }
  assert.deepEqual((await check()).json['checkpoints'], [])

  await runNextCheckpoint(foyer)

  assert.deepEqual((await check()).json['checkpoints'], [])
  assert.deepEqual(await readdir(folder), ['000001', '000002'])
})

test('of several concurrent processes one creates the checkpoint', async (t) => {
  const { foyer, check, file } = await adaWithCheckpoint(t)
  const now = foyer.clock.now()
  const create = () => createCheckpoint(foyer.db, checkpointTargetOf(foyer), now)

  const notes = await Promise.all([create(), create(), create()])

  const [note, ...others] = notes.filter((text) => text !== null)
  assert.ok(others.every((other) => other.includes('number 3')))
  assert.equal(note?.includes('number 2'), true)
  assert.equal(await readFile(file('note', 2), 'utf8'), note)
  assert.deepEqual((await check()).json['checkpoints'], [])
})

test('a checkpoint reports an account deleted in the database, but not one we erased', async (t) => {
  const { foyer, check } = await adaWithCheckpoint(t)
  const { db, database } = foyer.app
  await withEventTriggersDisabled(
    database,
    async () => void (await db.deleteFrom('users').execute()),
  )
  assert.partialDeepStrictEqual((await check()).json['checkpoints'], [{ fault: 'record gone' }])

  const other = await adaWithCheckpoint(t)
  await eraseAllAccounts(other.foyer.db)

  assert.deepEqual((await other.check()).json['checkpoints'], [])
})

test('altered, exchanged and missing checkpoints are detected', async (t) => {
  const { foyer, check, file } = await adaWithCheckpoint(t)
  await runNextCheckpoint(foyer)
  await runNextCheckpoint(foyer)
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

test('one checkpoint a day is created and mailed to the configured address', async (t) => {
  const { foyer, file } = await adaWithCheckpoint(t)
  foyer.config.checkpointMail = { name: 'Archive', address: 'archive@example.net' }
  await enqueueDailyLogMaintenance(foyer.app, foyer.clock.now())
  await foyer.jobs.runDue()
  await assert.rejects(readFile(file('note', 2)))

  foyer.clock.advance(days)
  await Promise.all([1, 2, 3].map(() => enqueueDailyLogMaintenance(foyer.app, foyer.clock.now())))
  const [mail] = await foyer.mails()

  await assert.rejects(readFile(file('note', 3)))
  assert.ok(mail?.text.includes((await readFile(file('note', 2), 'utf8')).trim()))
})

test('client data is erased after the retention period, and the log stays valid (PRIV-11)', async (t) => {
  const { foyer, check } = await adaWithCheckpoint(t)
  const eventsWithIp = () =>
    foyer.events().then((all) => all.filter(({ ip }) => ip !== null).length)
  assert.ok((await eventsWithIp()) > 0)

  foyer.clock.advance(181 * days)
  await runNextCheckpoint(foyer)

  assert.equal(await eventsWithIp(), 0)
  assert.equal((await check()).json['whole'], true)
})

async function adaWithCheckpoint(t: TestContext) {
  const { foyer } = await signedInAda(t)
  await runNextCheckpoint(foyer)
  const command = createCli(foyer)
  return {
    foyer,
    check: (...options: string[]) => command('history:verify', '--json', ...options),
    file: (kind: 'note' | 'heads', number = 1) =>
      join(foyer.config.storageDir, 'checkpoints', `00000${number}`, kind),
  }
}

function checkpointTargetOf({ config: { storageDir, appUrl } }: TestApp) {
  return { storageDir, host: appUrl.hostname, stores: logStores }
}

async function runNextCheckpoint(foyer: TestApp): Promise<void> {
  foyer.clock.advance(days)
  await enqueueDailyLogMaintenance(foyer.app, foyer.clock.now())
  await foyer.jobs.runDue()
}

/** Rewrites the last event consistently, as an attacker with the database and APP_KEY can. */
async function rewriteLastEvent({ app: { db, database } }: TestApp): Promise<void> {
  const [[name, key] = ['', Buffer.alloc(0)]] = await allSigningKeys(db)
  const [last, before] = await db.selectFrom('events').selectAll().orderBy('seq', 'desc').execute()
  assert.ok(last && before)
  const { user_id: account, seq, content_digest } = last
  const at = last.at + 1
  const content = content_digest ?? ''
  const hash = eventHash({ logId: account, seq, at, previous: before.hash ?? '', content })
  const signature = signEvent({ name, key }, { logId: account, seq, content, hash })
  const headSignature = signHead(
    { name, key },
    { logId: account, seq, hash, at, originsErasedThrough: 0 },
  )
  await withEventTriggersDisabled(database, async () => {
    await sql`update events set at = ${at}, hash = ${hash}, signature = ${signature} where seq = ${seq}`.execute(
      db,
    )
    await sql`update users set recorded_at = ${at}, record_head = ${hash}, record_signature = ${headSignature}`.execute(
      db,
    )
  })
}
