import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { sql } from 'kysely'

import { ownedTables } from '#app/owned-tables.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import type { OwnedTable } from '#app/platform/feature.ts'
import { runCliCommand } from '#testing/cli.ts'
import {
  ada,
  signedInAda,
  confirmPassword,
  registerAccount as register,
} from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'
import { listTables, testDialect } from '#testing/test-database.ts'

import { pruneExports } from './prune-exports.ts'
import { requestExport } from './request-export.ts'

configure({ useWebWorkers: false })

async function adaWithExport(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await laptop.visit('data-export.store')
  await foyer.mails()
  return { foyer, laptop }
}

const exportProgress = async (browser: TestBrowser) =>
  (await browser.visit('profile.data')).page.props['dataExport']

async function downloadAndUnzip(t: TestContext, browser: TestBrowser): Promise<string> {
  const { raw: response } = await browser.open('/user/data-export')
  const folder = await mkdtemp(join(tmpdir(), 'foyer-export-'))
  t.after(() => rm(folder, { recursive: true }))
  const zip = new ZipReader(new Uint8ArrayReader(response.rawPayload))
  for (const entry of await zip.getEntries()) {
    if (entry.directory) continue
    await writeFile(join(folder, entry.filename), await entry.getData(new Uint8ArrayWriter()))
  }
  await zip.close()
  return folder
}

const verifyChecksums = (folder: string) =>
  execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })

test('sha256sum verifies every file of the export', async (t) => {
  const { laptop } = await adaWithExport(t)

  const folder = await downloadAndUnzip(t, laptop)

  const exported = Object.values<OwnedTable>(ownedTables).flatMap((it) =>
    'file' in it && !it.isOptional ? it.file : [],
  )
  const files = await readdir(folder)
  const generated = ['README.txt', 'SHA256SUMS', 'SIGNATURE', 'record.jsonl']
  assert.deepEqual(files.toSorted(), [...generated, ...exported].toSorted())
  assert.equal(verifyChecksums(folder).match(/: OK$/gm)?.length, files.length - 2)
  await writeFile(join(folder, 'account.json'), '[]')
  assert.throws(() => verifyChecksums(folder))
  // An account without a team has nothing of teams in its export, whatever `TEAMS` is.
  assert.doesNotMatch(await readFile(join(folder, 'README.txt'), 'utf8'), /teams/i)
})

test('the exported event log can be verified offline with the command in its README (LGX-14)', async (t) => {
  const { foyer, laptop } = await adaWithExport(t)
  const folder = await downloadAndUnzip(t, laptop)
  const readme = await readFile(join(folder, 'README.txt'), 'utf8')
  const [, command = ''] = /npm run foyer -- (history:verify .+)/.exec(readme) ?? []
  const [name = '', file = '', ...key] = command.split(' ')
  const logFile = join(folder, file)
  // No database, storage or secret of the server.
  const emptyEnvironment = {
    STORAGE_DIR: join(folder, 'nothing'),
    DATABASE_URL: 'sqlite:/nowhere/at/all',
  }
  const verify = async () => {
    const variables = { variables: emptyEnvironment, clock: foyer.clock }
    const { json } = await runCliCommand([name, logFile, ...key, '--json'], variables)
    return { whole: json['whole'], events: json['events'] }
  }

  assert.equal(key[1], (await foyer.browser().request('/.well-known/foyer-record-key')).text.trim())
  const text = await readFile(logFile, 'utf8')
  // The first line is the header, the last the signature.
  const events = text.trim().split('\n').length - 2
  assert.ok(events > 3)
  assert.deepEqual(await verify(), { whole: true, events })
  await writeFile(logFile, text.replace(ada.email, 'eve@example.com'))
  assert.deepEqual(await verify(), { whole: false, events })
})

test('the export contains the account and no secret', async (t) => {
  const { foyer, laptop } = await adaWithExport(t)
  const folder = await downloadAndUnzip(t, laptop)
  const { default: account } = await import(join(folder, 'account.json'), {
    with: { type: 'json' },
  })
  const { default: history } = await import(join(folder, 'history.json'), {
    with: { type: 'json' },
  })

  assert.partialDeepStrictEqual(account, [{ name: ada.name, email: ada.email }])
  assert.match(account[0].created_at, /^\d{4}-\d\d-\d\dT/)
  assert.partialDeepStrictEqual(history[0], {
    seq: 1,
    type: 'account.created',
    data: { email: ada.email },
  })
  const { password_hash } = await foyer.db
    .selectFrom('users')
    .select('password_hash')
    .executeTakeFirstOrThrow()
  const { token_hash } = await foyer.db
    .selectFrom('sessions')
    .select('token_hash')
    .executeTakeFirstOrThrow()
  const all = JSON.stringify([account, history])
  assert.ok(
    ![password_hash ?? '', token_hash, laptop.cookies.get('foyer') ?? ''].some((it) =>
      all.includes(it),
    ),
  )
})

test('every owned table and column is exported or explicitly excluded', async (t) => {
  const { foyer } = await signedInAda(t)
  const tables = await listTables(foyer.db)
  const owned = tables.filter(
    ({ name, columns }) => name === 'users' || columns.some((it) => it.name === 'user_id'),
  )
  const declared: Record<string, OwnedTable> = ownedTables

  assert.deepEqual(owned.map(({ name }) => name).toSorted(), Object.keys(declared).toSorted())
  for (const { name, columns } of owned) {
    const row = declared[name]
    if (!row || 'excludedBecause' in row) continue
    const covered = [...row.columns, ...Object.keys(row.excludedColumns), row.ownerColumn]
    assert.deepEqual(
      [...new Set(covered)].toSorted(),
      columns.map((it) => it.name).toSorted(),
      name,
    )
  }
})

test('a long history is exported completely', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await sql`
    insert into events (user_id, seq, type, data, at, hash)
    with recursive numbers(n) as (select 1000 union all select n + 1 from numbers where n < 2200)
    select users.id, n, 'session.confirmed', '{}', 1, '' from users, numbers`.execute(foyer.db)

  await laptop.visit('data-export.store')
  await foyer.mails()
  const folder = await downloadAndUnzip(t, laptop)
  const { default: history } = await import(join(folder, 'history.json'), {
    with: { type: 'json' },
  })

  assert.equal(history.filter(({ seq }: { seq: number }) => seq >= 1000).length, 1201)
})

test('the page of the data export shows the progress, and a mail announces the finished export', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  assert.equal(await exportProgress(laptop), null)

  await laptop.visit('data-export.store')
  assert.partialDeepStrictEqual(await exportProgress(laptop), { state: 'working' })
  const [mail] = await foyer.mails()

  assert.partialDeepStrictEqual(await exportProgress(laptop), { state: 'ready' })
  assert.match(mail?.text ?? '', /\/user\/profile\/data#data-export/)
})

test('requesting and downloading an export need a confirmation by the owner', async (t) => {
  const { foyer } = await adaWithExport(t)
  const eve = foyer.browser()
  await register(foyer, eve, { ...ada, email: 'eve@example.com' })
  await confirmPassword(eve)

  assert.equal((await foyer.browser().open('/user/data-export')).location, '/login')
  assert.equal((await eve.open('/user/data-export')).status, 410)
  foyer.clock.advance(4 * hours)
  const later = foyer.browser()
  await later.visit('login.store', ada)
  await later.visit('password.confirmation.destroy')
  assert.equal((await later.json('/user/data-export')).status, 423)
  assert.equal((await later.json('/user/data-export', { method: 'POST' })).status, 423)
})

test('an account has one export at a time and five a day, counting concurrent requests once', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const requestStatus = async () => {
    const { status } = await laptop.json('/user/data-export', { method: 'POST' })
    return status
  }

  const together = await Promise.all([requestStatus(), requestStatus(), requestStatus()])
  assert.deepEqual(together, [202, 202, 202])
  const jobs = foyer.db.selectFrom('jobs').select('id').where('kind', '=', 'data-export')
  assert.equal((await jobs.execute()).length, 1)
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) {
    await foyer.mails()
    statuses.push(await requestStatus())
  }
  assert.deepEqual(statuses, [202, 202, 202, 202, 429])
})

test(
  'an export request whose transaction is retried counts once',
  { skip: testDialect !== 'postgres' && 'on SQLite one writer waits for the other' },
  async (t) => {
    const { foyer } = await signedInAda(t)
    const { db, keys } = foyer.app
    const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const now = foyer.clock.now()
    const actor = { userId, sessionId: null, ip: null, userAgent: null, now }
    let attempts = 0
    let request: Promise<void> | undefined

    const other = db.transaction().execute(async (tx) => {
      // PostgreSQL aborts the transaction that detects the deadlock first, which must be the other one.
      await sql`set local deadlock_timeout = '20s'`.execute(tx)
      await sql`set local lock_timeout = '20s'`.execute(tx)
      await lockAccountRow(tx, userId)
      await new Promise((resolve) => {
        request = requestExport({ db, keys }, actor, async () => {
          attempts++
          if (attempts === 1) resolve(replaceExport(tx, actor))
        })
      })
      throw new Error('undone')
    })
    await assert.rejects(other, /undone/)
    await request

    assert.equal(attempts, 1)
  },
)

async function replaceExport(
  tx: Tx,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  const empty = { done: 0, total: 0, bytes: null, expires_at: null }
  await tx
    .insertInto('data_exports')
    .values({
      user_id: userId,
      id: 'x',
      state: 'failed',
      created_at: now,
      touched_at: now,
      ...empty,
    })
    .execute()
}

test('a failed export is shown and can be requested again', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await writeFile(join(foyer.config.storageDir, 'exports'), 'in the way')
  await laptop.visit('data-export.store')
  await foyer.mails()
  assert.partialDeepStrictEqual(await exportProgress(laptop), { state: 'failed' })

  await rm(join(foyer.config.storageDir, 'exports'))
  await laptop.visit('data-export.store')
  await foyer.mails()

  assert.partialDeepStrictEqual(await exportProgress(laptop), { state: 'ready' })
})

test('an export whose worker died counts as failed after ten minutes and can be requested again', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await laptop.visit('data-export.store')
  await foyer.db.deleteFrom('jobs').execute()
  foyer.clock.advance(11 * minutes)
  assert.partialDeepStrictEqual(await exportProgress(laptop), { state: 'failed' })

  await laptop.visit('data-export.store')
  await foyer.mails()

  assert.partialDeepStrictEqual(await exportProgress(laptop), { state: 'ready' })
})

test('only the newest export is stored, and it is deleted after seven days', async (t) => {
  const { foyer, laptop } = await adaWithExport(t)
  const { storageDir } = foyer.config
  const storedFiles = async () => {
    await pruneExports(foyer.db, { files: foyer.app.files, storageDir }, foyer.clock.now())
    return (await readdir(join(storageDir, 'exports'))).length
  }
  await laptop.visit('data-export.store')
  await foyer.mails()
  assert.equal(await storedFiles(), 1)

  foyer.clock.advance(7 * days)
  const browser = foyer.browser()
  await browser.visit('login.store', ada)
  await confirmPassword(browser)
  assert.equal((await browser.open('/user/data-export')).status, 410)
  assert.equal(await exportProgress(browser), null)
  assert.equal(await storedFiles(), 0)
})

test('erasing an account deletes its export (PRIV-01)', async (t) => {
  const { foyer, laptop } = await adaWithExport(t)
  await laptop.visit('current-user.destroy', { password: ada.password, confirmation: ada.email })
  assert.equal((await laptop.open('/user/data-export')).status, 200)

  foyer.clock.advance(14 * days)
  await foyer.mails()

  assert.deepEqual(await readdir(join(foyer.config.storageDir, 'exports')), [])
})
