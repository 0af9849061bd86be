import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { titlesByType } from '#app/event-titles.ts'
import { systemActor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ocsfFaults } from '#testing/ocsf.ts'
import { ada, newlyRegisteredAda, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

import { auditLine } from './audit-line.ts'
import { enqueueAuditLine, writeAuditLines } from './audit-stream.ts'

async function auditFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-audit-'))
  t.after(() => rm(folder, { recursive: true }))
  return join(folder, 'audit.jsonl')
}

async function auditedFoyer(t: TestContext, variables: Record<string, string> = {}) {
  const file = await auditFile(t)
  const foyer = await createTestApp(t, { AUDIT_LOG: file, ...variables })
  await registerAccount(foyer, foyer.browser())
  const lines = async () =>
    (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  return { foyer, file, lines }
}

test('each event of every account is one line of the audit log, with the fields of OCSF', async (t) => {
  const { foyer, file, lines } = await auditedFoyer(t)
  await foyer.browser().visit('login.store', { email: ada.email, password: 'a wrong guess' })
  await writeAuditLines(foyer.app.database, file)

  const written = await lines()
  const events = await foyer.db.selectFrom('events').select(['user_id', 'seq', 'type']).execute()
  assert.deepEqual(
    written.map(({ metadata }) => metadata.uid).toSorted(),
    events.map(({ user_id, seq }) => `${user_id}:${seq}`).toSorted(),
  )
  const created = written.find(({ message }) => message === 'account.created')
  assert.partialDeepStrictEqual(created, { class_uid: 3001, activity_id: 1, type_uid: 300_101 })
  assert.ok(created.src_endpoint.ip && created.http_request.user_agent)
  assert.equal((await stat(file)).mode & 0o077, 0)
})

test('the line of every event has the required fields of its OCSF class, and no unknown ones', async () => {
  const system = systemActor('ada', 5000)
  const browser = { sessionId: 's', ip: '192.0.2.1', userAgent: 'Firefox', country: 'GB' }

  const lines = [...titlesByType.keys()].flatMap((type) =>
    [system, { ...system, ...browser }].map((actor) =>
      auditLine({ service: 'Engines', actor, type, data: {}, seq: 1, at: 5000 }),
    ),
  )

  assert.deepEqual(lines.flatMap(ocsfFaults), [])
})

test('a line of a sign-in names the application, a change its session', async (t) => {
  const { foyer, file, lines } = await auditedFoyer(t, { APP_NAME: 'Looms' })
  const { email, password } = ada
  const laptop = foyer.browser()
  await laptop.visit('login.store', { email, password })
  await laptop.visit('user-profile-information.update', { name: 'Countess', email })
  await writeAuditLines(foyer.app.database, file)

  const written = await lines()
  const signIn = written.findLast(({ message }) => message === 'session.started')
  assert.deepEqual(signIn.service, { name: 'Looms' })
  const change = written.find(({ message }) => message === 'profile.updated')
  assert.deepEqual(change.actor, { session: signIn.session })
})

test('lines that cannot be written wait, and are written once they can', async (t) => {
  const { foyer, file, lines } = await auditedFoyer(t)
  await mkdir(file)
  await assert.rejects(writeAuditLines(foyer.app.database, file))
  await rmdir(file)

  await Promise.all([1, 2, 3].map(() => writeAuditLines(foyer.app.database, file)))

  const uids = (await lines()).map(({ metadata }) => metadata.uid)
  assert.equal(uids.length, (await foyer.db.selectFrom('events').select('seq').execute()).length)
  assert.equal(new Set(uids).size, uids.length)
})

test('the lines of one transaction are written in the order of their events', async (t) => {
  const { foyer, file } = await auditedFoyer(t)
  const numbers = Array.from({ length: 50 }, (_, index) => String(index))
  await inTransaction(foyer.db, async (tx) => {
    for (const number of numbers) await enqueueAuditLine(tx, number)
  })

  await writeAuditLines(foyer.app.database, file)

  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  assert.deepEqual(lines.slice(-numbers.length), numbers)
})

test('without the setting nothing waits in the database', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)

  assert.deepEqual(await foyer.db.selectFrom('audit_lines').select('id').execute(), [])
})
