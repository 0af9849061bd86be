import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { type RawBuilder, sql } from 'kysely'

import { logStores } from '#app/features.ts'
import { createCheckpoint } from '#app/log-integrity/create-checkpoint.ts'
import { verifyEventLog } from '#app/log-integrity/log-integrity.ts'
import type { Database, Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { allowLogErasure } from '#app/platform/event-log/allow-log-erasure.ts'
import type { SigningKey } from '#app/platform/event-log/hash-chain.ts'
import { nextEvent } from '#app/platform/event-log/next-event.ts'
import { allSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { deleteTeamRow } from '#app/teams/delete-team.ts'
import { createCli } from '#testing/cli.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath } from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'
import { createTestDatabase, withEventTriggersDisabled } from '#testing/test-database.ts'

import { recordTeamEvent } from './record-team-event.ts'
import { storedHead, teamLog } from './team-log-store.ts'

const attacks: Record<string, [fault: string, seq: number, ...statements: RawBuilder<unknown>[]]> =
  {
    'changing the data': [
      'altered',
      3,
      sql`update team_events set data = '{"by":"eve"}' where seq = 3`,
    ],
    'changing the type': ['altered', 2, sql`update team_events set type = 'x' where seq = 2`],
    'writing invalid JSON': ['altered', 4, sql`update team_events set data = 'x' where seq = 4`],
    'changing the time': ['re-dated', 4, sql`update team_events set at = at - 1 where seq = 4`],
    'removing an event': ['missing', 3, sql`delete from team_events where seq = 3`],
    'removing an event and renumbering the rest': [
      'missing',
      3,
      sql`delete from team_events where seq = 3`,
      sql`update team_events set seq = 3 where seq = 4`,
      sql`update team_events set seq = 4 where seq = 5`,
      sql`update teams set event_count = 4 where id = 'engines'`,
    ],
    'appending an event': [
      'inserted',
      6,
      sql`insert into team_events (team_id, seq, type, data, at, content_digest, hash, signature)
        values ('engines', 6, 'member.joined', '{}', 0, '', '', '')`,
    ],
    'swapping two events': [
      'swapped',
      2,
      sql`update team_events set seq = 99 where seq = 2 and team_id = 'engines'`,
      sql`update team_events set seq = 2 where seq = 4`,
      sql`update team_events set seq = 4 where seq = 99`,
    ],
    'removing the tail': ['truncated', 4, sql`delete from team_events where seq > 3`],
    'removing the tail and moving the head': [
      'truncated',
      4,
      sql`delete from team_events where seq > 3`,
      sql`update teams set event_count = 3,
        log_hash = (select hash from team_events where team_id = 'engines' and seq = 3),
        logged_at = (select at from team_events where team_id = 'engines' and seq = 3)
        where id = 'engines'`,
    ],
    'starting a new log': [
      'missing',
      1,
      sql`delete from team_events where team_id = 'engines'`,
      sql`update teams set event_count = 0, log_hash = null, log_signature = null
        where id = 'engines'`,
    ],
    'inserting an event of another team': [
      'forged',
      2,
      sql`delete from team_events where team_id = 'engines' and seq = 2`,
      sql`update team_events set team_id = 'engines' where team_id = 'looms' and seq = 2`,
    ],
    'taking the log of another team': [
      'forged',
      1,
      sql`delete from team_events where team_id = 'engines'`,
      sql`update team_events set team_id = 'engines'`,
      sql`update teams set (event_count, log_hash, logged_at, log_signature) = (
        select event_count, log_hash, logged_at, log_signature from teams where id = 'looms')
        where id = 'engines'`,
    ],
  }

test('finds and locates every kind of tampering with the log of a team (TEA-120)', async (t) => {
  const database = await createTestDatabase(t)
  for (const [name, [fault, seq, ...statements]] of Object.entries(attacks)) {
    await withEventTriggersDisabled(database, async (db) => {
      await db.deleteFrom('teams').execute()
      await insertLogs(db)
      for (const statement of statements) await statement.execute(db)
    })
    if (name === 'starting a new log') await rename(database.db, 'engines', 5)

    assert.deepEqual((await verify(database.db)).broken, { fault, seq }, name)
  }
})

test("a team's log that is rebuilt without the key is reported as forged (TEA-120)", async (t) => {
  const database = await createTestDatabase(t)
  await insertLogs(database.db)
  const [name = ''] = (await allSigningKeys(database.db)).keys()
  await withEventTriggersDisabled(database, (db) =>
    rebuildLast(db, { name, key: Buffer.alloc(32, 'a guess') }),
  )

  assert.deepEqual((await verify(database.db)).broken, { fault: 'forged', seq: 5 })
})

test("events removed from the end of a team's log are reported for good, also after further events (TEA-120)", async (t) => {
  const database = await createTestDatabase(t)
  await insertLogs(database.db)
  const [, , ...statements] = attacks['removing the tail and moving the head'] ?? []
  await withEventTriggersDisabled(database, async (db) => {
    for (const statement of statements) await statement.execute(db)
  })

  await rename(database.db, 'engines', 9)

  assert.deepEqual(await verify(database.db), {
    verifiedTo: 3,
    total: 5,
    broken: { fault: 'truncated', seq: 4 },
    isDone: true,
  })
})

test('the log of a team is deleted with the team, and only after its erasure is signed (TEA-122)', async (t) => {
  const { db } = await createTestDatabase(t)
  await insertLogs(db)

  await assert.rejects(db.deleteFrom('teams').execute(), /goes only with its team/)
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await allowLogErasure(tx, 'looms', 1)
      await tx.deleteFrom('teams').execute()
    }),
    /goes only with its team/,
  )
  await inTransaction(db, (tx) => deleteTeamRow(tx, 'engines', 9000))

  const left = await db.selectFrom('team_events').select('team_id').distinct().execute()
  assert.deepEqual(left, [{ team_id: 'looms' }])
})

test('history:verify and a checkpoint reveal a team rolled back, rewritten with the key, or deleted (TEA-121)', async (t) => {
  const { foyer, check, ada } = await engineersWithCheckpoint(t)
  const { db, database } = foyer.app
  const { records } = (await check()).json
  assert.equal(records, 3, 'two accounts and a team')
  const before = await db.selectFrom('teams').selectAll().executeTakeFirstOrThrow()
  await ada.json(enginesPath, { method: 'PUT', body: { name: 'Looms', slug: 'engines' } })
  await checkpoint(foyer)
  assert.deepEqual((await check()).json['checkpoints'], [])
  const after = await db.selectFrom('teams').selectAll().executeTakeFirstOrThrow()
  const seq = after.event_count
  const last = await db
    .selectFrom('team_events')
    .selectAll()
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  const rewritten = { number: 2, fault: 'record rewritten', id: before.id, seq }

  await withEventTriggersDisabled(database, async () => {
    await db.deleteFrom('team_events').where('seq', '=', seq).execute()
    await db.updateTable('teams').set(before).execute()
  })
  const rolledBack = (await check()).json
  assert.deepEqual([rolledBack['broken'], rolledBack['checkpoints']], [[], [rewritten]])
  assert.equal(await isIntactOnPage(ada), false)

  await withEventTriggersDisabled(database, async () => {
    await db.insertInto('team_events').values(last).execute()
    await db.updateTable('teams').set(after).execute()
  })
  assert.equal(await isIntactOnPage(ada), true)
  const [[name, key] = ['', Buffer.alloc(0)]] = await allSigningKeys(db)
  await withEventTriggersDisabled(database, () => rebuildLast(db, { name, key }))
  const rebuilt = (await check()).json
  assert.deepEqual([rebuilt['broken'], rebuilt['checkpoints']], [[], [rewritten]])
  assert.equal(await isIntactOnPage(ada), false)

  await withEventTriggersDisabled(
    database,
    async () => void (await db.deleteFrom('teams').execute()),
  )
  assert.partialDeepStrictEqual((await check()).json['checkpoints'], [{}, { fault: 'record gone' }])
})

const hostileData: Record<string, object> = {
  'log.baseline': { found: { members: null, invitations: 5, domains: [], requirements: 'x' } },
  'team.created': { name: {}, slug: [], by: '\0', member: { id: 1 } },
  'team.updated': { by: 'x', after: { name: { a: 1 }, members: { x: null }, invitations: 'x' } },
  'team.requirements-changed': { after: null, performedBy: { id: 5, name: {} } },
  'team.deletion-requested': { erasedAt: 5, performedBy: 'eve' },
  'member.joined': { member: '\0', role: { a: 1 }, from: ['x'] },
  'member.role-changed': { member: '__proto__', after: 'owner' },
  'invitation.sent-again': { invitation: '__proto__', endsAt: 'later' },
  'invitation.sent': { invitation: 'x', role: null, endsAt: { a: 1 } },
  'domain.changed': { domain: '__proto__', change: 'proved', performedBy: [1] },
}

test('the page of a log with hostile data in an event opens and says that it is not intact (TEA-120)', async (t) => {
  const { foyer, ada } = await engineersWithCheckpoint(t)
  const { db } = foyer.app
  for (const [type, data] of Object.entries(hostileData))
    for (const seq of [1, 3]) {
      const event = db.selectFrom('team_events').selectAll().where('seq', '=', seq)
      const before = await event.executeTakeFirstOrThrow()
      const set = (row: { type: string; data: string }) =>
        withEventTriggersDisabled(foyer.app.database, async () => {
          await db.updateTable('team_events').set(row).where('seq', '=', seq).execute()
        })

      await set({ type, data: JSON.stringify(data) })
      const { status, page } = await ada.visitPath(`${enginesPath}/log`)
      const csv = await ada.open(`${enginesPath}/log.csv`)
      await set({ type: before.type, data: before.data })

      const name = `${type} as event ${seq}`
      assert.deepEqual([status, page.props['isIntact'], csv.status], [200, false, 200], name)
    }
  assert.deepEqual([Object.keys(Object.prototype), ({} as { role?: string }).role], [[], undefined])
  assert.equal(await isIntactOnPage(ada), true)
})

test('a checkpoint does not report a team that was deleted regularly (TEA-121)', async (t) => {
  const { foyer, check } = await engineersWithCheckpoint(t)
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()

  await inTransaction(foyer.db, (tx) => deleteTeamRow(tx, id, foyer.clock.now()))

  const { status, json } = await check()
  assert.deepEqual([status, json['checkpoints'], json['broken']], [0, [], []])
})

test('the exported log of a team is verified with the public key alone (TEA-121)', async (t) => {
  const { foyer, ada } = await engineersWithCheckpoint(t)
  const { text } = await ada.open(`${enginesPath}/log.jsonl`)
  const file = join(foyer.config.storageDir, 'log.jsonl')
  const key = (await ada.open('/.well-known/foyer-record-key')).text.trim()
  const verified = async (content: string) => {
    await writeFile(file, content)
    return (await createCli(foyer)('history:verify', '--json', '--key', key, file)).json
  }

  assert.partialDeepStrictEqual(await verified(text), {
    whole: true,
    broken: null,
    checkpoint: { number: 1 },
  })
  assert.partialDeepStrictEqual(await verified(text.replace('"admin"', '"owner"')), {
    broken: { seq: 2, fault: 'altered' },
  })
  assert.doesNotMatch(text, /Grace|@/)
})

async function engineersWithCheckpoint(t: TestContext) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  await addMember(foyer, ada, { name: 'Grace', role: 'admin' })
  await checkpoint(foyer)
  const command = createCli(foyer)
  return { foyer, ada, check: () => command('history:verify', '--json') }
}

async function checkpoint({ app, config, clock }: TestApp): Promise<void> {
  clock.advance(minutes)
  const { storageDir, appUrl } = config
  const target = { storageDir, host: appUrl.hostname, stores: logStores }
  assert.ok(await createCheckpoint(app.db, target, clock.now()))
}

async function isIntactOnPage(browser: TestBrowser): Promise<unknown> {
  return (await browser.visitPath(`${enginesPath}/log`)).page.props['isIntact']
}

/** Five events of Engines, two of Looms. */
async function insertLogs(db: Db): Promise<void> {
  for (const [id, count] of [
    ['engines', 5],
    ['looms', 2],
  ] as const) {
    const team = { id, name: id, slug: id, created_at: 0, event_count: 0 }
    await db
      .insertInto('teams')
      .values({ ...team, requires_second_factor: 0 })
      .execute()
    for (let seq = 1; seq <= count; seq++) await rename(db, id, seq)
  }
}

function rename(db: Db, teamId: string, seq: number): Promise<void> {
  const actor = { teamId, by: 'ada', now: seq * 1000 }
  const form = { name: `${seq}`, slug: teamId }
  return inTransaction(db, (tx) =>
    seq === 1
      ? recordTeamEvent(tx, actor, 'team.created', form)
      : recordTeamEvent(tx, actor, 'team.updated', { before: form, after: form }),
  )
}

async function verify(db: Db) {
  return verifyEventLog(db, teamLog('engines'), await allSigningKeys(db))
}

/** Replaces the last event by one a day later, consistently, signed with `key`. */
async function rebuildLast(db: Database['db'], key: SigningKey): Promise<void> {
  const team = await db
    .selectFrom('teams')
    .selectAll()
    .where('slug', '=', 'engines')
    .executeTakeFirstOrThrow()
  const { id, event_count } = team
  const events = db.selectFrom('team_events').selectAll().where('team_id', '=', id)
  const last = await events.where('seq', '=', event_count).executeTakeFirstOrThrow()
  const previous = await events.where('seq', '=', event_count - 1).executeTakeFirstOrThrow()
  const head = {
    ...storedHead(team),
    seq: previous.seq,
    hash: previous.hash,
    at: previous.at,
  }
  const event = { type: last.type, data: JSON.parse(last.data), session: null, origin: null }
  const { row, headSignature } = nextEvent(key, head, { ...event, now: last.at + days })
  await db
    .updateTable('team_events')
    .set(row)
    .where('team_id', '=', id)
    .where('seq', '=', event_count)
    .execute()
  await db
    .updateTable('teams')
    .set({ log_hash: row.hash, logged_at: row.at, log_signature: headSignature })
    .where('id', '=', id)
    .execute()
}
