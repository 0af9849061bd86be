import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { sql } from 'kysely'

import { createCli } from '#testing/cli.ts'
import { signedInAda, confirmPassword } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'
import { withEventTriggersDisabled } from '#testing/test-database.ts'

import { enqueueDailyLogMaintenance } from './log-integrity.ts'

test('an exported log can be verified with the public key alone (LGX-14)', async (t) => {
  const { answer, key, verify } = await exportedLog(t)

  assert.equal(answer.status, 200)
  assert.match(
    answer.header('content-disposition') ?? '',
    /attachment; filename="foyer-record-.+\.jsonl"/,
  )
  const { status, json } = await verify(answer.text, key)
  assert.equal(status, 0)
  assert.partialDeepStrictEqual(json, { whole: true, broken: null, checkpoint: { number: 1 } })
  assert.doesNotMatch(answer.text, /argon2|signature/)
})

test('verifying an exported log detects changed, removed, moved and added lines, and a truncated file', async (t) => {
  const { answer, key, verify } = await exportedLog(t)
  const lines = answer.text.split('\n')
  const [first = '', one = '', two = '', three = '', ...rest] = lines
  const last = lines.at(-2) ?? ''
  const brokenOf = async (...changed: string[]) =>
    Object((await verify(changed.join('\n'), key)).json['broken'])

  const altered = two.replace('ada@example.com', 'eve@example.com')
  assert.deepEqual(await brokenOf(first, one, altered, three, ...rest), {
    seq: 2,
    fault: 'altered',
  })
  const redated = two.replace(/"at":(\d+)/, '"at":1')
  assert.deepEqual(await brokenOf(first, one, redated, three, ...rest), {
    seq: 2,
    fault: 're-dated',
  })
  const otherIp = two.replace(/"ip":"[^"]+"/, '"ip":"203.0.113.9"')
  assert.deepEqual(await brokenOf(first, one, otherIp, three, ...rest), {
    seq: 2,
    fault: 'altered',
  })
  assert.deepEqual(await brokenOf(first, one, three, ...rest), { seq: 2, fault: 'missing' })
  assert.deepEqual(await brokenOf(first, one, one, two, ...rest), { seq: 2, fault: 'swapped' })
  assert.deepEqual(await brokenOf(first, one, two, last), { seq: 3, fault: 'truncated' })
  assert.deepEqual(await brokenOf(first, one, two), { seq: 3, fault: 'truncated' })
  assert.partialDeepStrictEqual(await brokenOf(first, one, two, '{"note":"x"}'), {
    fault: 'forged',
  })
  const otherAccount = first.replace(/"account":"[^"]+"/, '"account":"another"')
  assert.deepEqual(await brokenOf(otherAccount, one, two, three, ...rest), {
    seq: 1,
    fault: 're-dated',
  })
  const otherIndex = first.replace(/"index":\d+/, '"index":7')
  assert.deepEqual(await brokenOf(otherIndex, one, two, three, ...rest), {
    seq: 0,
    fault: 'forged',
  })
})

test('a head that was written to the database directly is never signed (LGX-14)', async (t) => {
  const { foyer, laptop, key, verify } = await exportedLog(t)
  const seq = 3
  await withEventTriggersDisabled(foyer.app.database, async (db) => {
    await sql`delete from events where seq > ${seq}`.execute(db)
    const { hash } = await db
      .selectFrom('events')
      .select('hash')
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()
    await db.updateTable('users').set({ event_count: seq, record_head: hash }).execute()
  })
  const broken = { seq: seq + 1, fault: 'truncated' }

  const { text } = await laptop.request('/time-travel/export')
  assert.deepEqual((await verify(text, key)).json['broken'], broken)
  await confirmPassword(laptop)
  const later = await laptop.request('/time-travel/export')
  assert.deepEqual((await verify(later.text, key)).json['broken'], broken)
})

test('a log rolled back since the checkpoint fails verification (LGX-14)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const users = foyer.app.db.selectFrom('users')
  const headColumns = ['event_count', 'record_head', 'recorded_at', 'record_signature'] as const
  const before = await users.select(headColumns).executeTakeFirstOrThrow()
  await laptop.visit('user-profile-information.update', { name: 'Ada King' })
  const { key, verify } = await exportLogOf(foyer, laptop)
  await withEventTriggersDisabled(foyer.app.database, async (db) => {
    await db.deleteFrom('events').where('seq', '>', before.event_count).execute()
    await db.updateTable('users').set(before).execute()
  })

  const { text } = await laptop.request('/time-travel/export')

  const fault = 'truncated'
  const { json } = await verify(text, key)
  assert.deepEqual(json['broken'], { seq: before.event_count + 1, fault })
})

test('an exported log is rejected when it is verified with another key', async (t) => {
  const { answer, verify } = await exportedLog(t)
  const other = await exportedLog(t)

  assert.equal((await verify(answer.text, other.key)).status, 1)
  assert.equal((await verify(answer.text, 'no key')).status, 2)
  assert.equal((await verify('{"no":"record"}', other.key)).status, 1)
})

async function exportedLog(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  return { foyer, laptop, ...(await exportLogOf(foyer, laptop)) }
}

async function exportLogOf(foyer: TestApp, laptop: TestBrowser) {
  foyer.clock.advance(days / 24)
  await enqueueDailyLogMaintenance(foyer.app, foyer.clock.now())
  await foyer.jobs.runDue()
  const answer = await laptop.request('/time-travel/export')
  const key = (await foyer.browser().request('/.well-known/foyer-record-key')).text
  const verify = async (text: string, publicKey: string) => {
    const file = join(foyer.config.storageDir, 'record.jsonl')
    await writeFile(file, text)
    return createCli(foyer)('history:verify', file, '--key', publicKey.trim(), '--json')
  }
  return { answer, key, verify }
}
