import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { readKeys } from '#app/platform/config/key-files.ts'
import { createCli, runCliCommand } from '#testing/cli.ts'
import { ada, adaOnTwoDevices, newlyRegisteredAda } from '#testing/signed-in-accounts.ts'
import { spawnServer } from '#testing/spawn-server.ts'
import { createTestApp } from '#testing/test-app.ts'
import { withEventTriggersDisabled, testDialect } from '#testing/test-database.ts'
import { startTlsPostgresProxy } from '#testing/tls-postgres-proxy.ts'

const skipUnlessSqlite = testDialect === 'sqlite' ? false : 'only SQLite is a file'
const { email, password } = ada

test(
  'a backup made during writes is consistent, and a server starts from it (F27)',
  { skip: skipUnlessSqlite },
  async (t) => {
    const { foyer } = await newlyRegisteredAda(t)
    const { storageDir } = foyer.config
    mkdirSync(join(storageDir, 'photos'))
    writeFileSync(join(storageDir, 'photos', 'a.webp'), 'a picture')
    const people = Array.from({ length: 8 }, () => foyer.browser())

    const [made] = await Promise.all([
      createCli(foyer)('backup', '--json'),
      ...people.map((browser) => browser.visit('login.store', { email, password })),
    ])
    const folder = String(made.json['folder'])

    assert.equal(made.status, 0)
    assert.deepEqual(readdirSync(folder).toSorted(), ['foyer.sqlite', 'manifest.json', 'photos'])
    assert.equal(readFileSync(join(folder, 'photos/a.webp'), 'utf8'), 'a picture')
    assert.equal(statSync(join(folder, 'foyer.sqlite')).mode & 0o777, 0o600)
    copyFileSync(join(storageDir, 'app.key'), join(folder, 'app.key'))
    const restored = { variables: { STORAGE_DIR: folder }, clock: foyer.clock }
    const whole = await runCliCommand(['history:verify', '--json'], restored)
    assert.equal(whole.json['whole'], true)
    const running = await spawnServer(t, { STORAGE_DIR: folder })
    assert.equal((await fetch(`${running.origin}/ready`)).status, 200)
    // Stops it now: its storage is inside the other server's, which is deleted first.
    running.child.kill('SIGKILL')
    await running.waitForExit()
  },
)

test('a backup contains no key, names the key it needs and never overwrites a folder', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)
  const foyerCommand = createCli(foyer)
  const folder = join(foyer.config.storageDir, 'backups', 'first')

  const made = await foyerCommand('backup', folder)
  const again = await foyerCommand('backup', folder)
  const [key] = readKeys(join(foyer.config.storageDir, 'app.key')) ?? []
  const all = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))

  assert.equal(made.status, 0)
  assert.match(made.out, /does not contain its key\. Keep .+app\.key/)
  assert.match(
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).key,
    /^[0-9a-f]{12}$/,
  )
  assert.ok(!all.join('').includes(key?.toString('base64') ?? 'no key'))
  assert.equal(again.status, 1)
})

test(
  'a backup of PostgreSQL is made with pg_dump',
  { skip: testDialect !== 'postgres' && 'for PostgreSQL' },
  async (t) => {
    const { foyer } = await newlyRegisteredAda(t)

    const { status, json } = await createCli(foyer)('backup', '--json')
    const listed = execFileSync('pg_restore', [
      '--list',
      join(String(json['folder']), 'foyer.dump'),
    ])

    assert.equal(status, 0)
    assert.match(listed.toString(), /TABLE DATA test_\w+ users/)
  },
)

test(
  'a TLS-only PostgreSQL is backed up over TLS',
  { skip: testDialect !== 'postgres' && 'for PostgreSQL' },
  async (t) => {
    const { foyer } = await newlyRegisteredAda(t)
    const variables = {
      STORAGE_DIR: foyer.config.storageDir,
      DATABASE_URL: await startTlsPostgresProxy(t, foyer.app.database.url),
    }

    const { status, err } = await runCliCommand(['backup'], { variables, clock: foyer.clock })

    assert.deepEqual([status, err], [0, ''])
  },
)

test('doctor reports nothing for a healthy installation and creates no database (PKG-03)', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)

  const healthy = await createCli(foyer)('doctor', '--json')
  const empty = join(foyer.config.storageDir, 'empty')
  const nothing = await runCliCommand(['doctor'], {
    variables: { STORAGE_DIR: empty },
    clock: foyer.clock,
  })

  assert.deepEqual([healthy.json['problems'], healthy.json['warnings']], [0, 0])
  assert.equal(nothing.status, 1)
  assert.ok(!readdirSync(empty).includes('foyer.sqlite'))
})

test(
  'doctor detects a database file copied without its WAL (F28)',
  { skip: skipUnlessSqlite },
  async (t) => {
    const running = await spawnServer(t)
    const copy = join(running.storageDir, 'copy')
    mkdirSync(copy, { mode: 0o700 })
    for (const name of ['foyer.sqlite', 'app.key']) {
      copyFileSync(join(running.storageDir, name), join(copy, name))
    }
    const clock = { now: () => Date.now() }

    const copied = await runCliCommand(['doctor', '--json'], {
      variables: { STORAGE_DIR: copy },
      clock,
    })
    running.child.kill('SIGTERM')
    await running.waitForExit()
    const stopped = await runCliCommand(['doctor', '--json'], {
      variables: { STORAGE_DIR: running.storageDir },
      clock,
    })

    assert.match(JSON.stringify(copied.json), /looks like a copy made with cp while the server ran/)
    assert.deepEqual([stopped.json['problems'], stopped.json['warnings']], [0, 0])
  },
)

test('doctor reports lost events, a wrong key, open permissions, failed mails and a clock set back (F27, PKG-03)', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)
  const { db, config, clock } = foyer
  await foyer.browser().visit('register.store', { ...ada, email: 'bob@example.com', terms: true })
  await db.updateTable('jobs').set({ dead_at: clock.now(), payload_sealed: 'x' }).execute()
  await withEventTriggersDisabled(foyer.app.database, async () => {
    await db
      .updateTable('events')
      .set({ at: clock.now() + 1e9 })
      .execute()
    await db.deleteFrom('events').where('seq', '=', 1).execute()
  })
  execFileSync('chmod', ['755', config.storageDir])
  writeFileSync(join(config.storageDir, 'checkpoint.key'), '', { mode: 0o644 })

  const { json, status } = await createCli(foyer)('doctor', '--json')
  const output = JSON.stringify(json)

  assert.equal(status, 1)
  for (const expected of [
    /cannot be decrypted/,
    /failed permanently/,
    /in the future/,
    /lack events/,
    /chmod 700/,
    /chmod 600 .+checkpoint\.key/,
  ]) {
    assert.match(output, expected)
  }
})

test('doctor counts the accounts that still have several sessions with SINGLE_SESSION', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  const variables = {
    STORAGE_DIR: foyer.config.storageDir,
    DATABASE_URL: foyer.app.database.url,
    SINGLE_SESSION: '1',
  }

  const { json } = await runCliCommand(['doctor', '--json'], { variables, clock: foyer.clock })

  assert.match(JSON.stringify(json), /1 accounts have several sessions/)
})

test('doctor reports an unusable file of stolen passwords, with the remedy', async (t) => {
  const foyer = await createTestApp(t)
  const { storageDir } = foyer.config
  const file = join(storageDir, 'stolen.txt')
  const stolenPasswordsCheck = async (BREACHED_PASSWORDS = file) => {
    const variables = { STORAGE_DIR: storageDir, DATABASE_URL: foyer.app.database.url }
    const { json, status } = await runCliCommand(['doctor', '--json'], {
      variables: { ...variables, BREACHED_PASSWORDS },
      clock: foyer.clock,
    })
    const findings: { about: string; says: string }[] = Object(json)['findings']
    return [status, findings.find(({ about }) => about === 'stolen passwords')?.says]
  }
  const hash = (digit: string) => `${digit.repeat(40)}:1\n`

  const prefix = 'Nobody can set a password:'
  assert.deepEqual(await stolenPasswordsCheck(), [
    1,
    `${prefix} there is no file at ${file}. Put it back, or leave the setting out.`,
  ])
  writeFileSync(file, hash('B') + hash('A'))
  assert.deepEqual(await stolenPasswordsCheck(), [
    1,
    `${prefix} its lines are not sorted by hash. Run: LC_ALL=C sort -o ${file} ${file}`,
  ])
  writeFileSync(file, 'password\n')
  assert.match(String(await stolenPasswordsCheck()), /not a SHA-1 .+ Recreate it/)
  assert.match(String(await stolenPasswordsCheck(storageDir)), /cannot be read: .*EISDIR/)
  writeFileSync(file, hash('A') + hash('B'))
  assert.deepEqual(await stolenPasswordsCheck(), [0, `Passwords in ${file} are rejected.`])
})

test('doctor reports a missing security contact, and one that nobody reads', async (t) => {
  const foyer = await createTestApp(t)
  const finding = async (settings: Record<string, string>) => {
    const variables = { STORAGE_DIR: foyer.config.storageDir, DATABASE_URL: foyer.app.database.url }
    const { json } = await runCliCommand(['doctor', '--json'], {
      variables: { ...variables, ...settings },
      clock: foyer.clock,
    })
    const findings: { about: string; status: string }[] = Object(json)['findings']
    return findings.find(({ about }) => about === 'security contact')?.status
  }
  const production = { APP_URL: 'https://id.example.com' }

  assert.equal(await finding({}), 'fine')
  assert.equal(await finding(production), 'warning')
  assert.equal(
    await finding({ ...production, SECURITY_CONTACT: 'no-reply@id.example.com' }),
    'problem',
  )
  assert.equal(
    await finding({ MAIL_FROM: 'Id <mail@example.com>', SECURITY_CONTACT: 'mail@example.com' }),
    'problem',
  )
  assert.equal(await finding({ SECURITY_CONTACT: 'security@example.com' }), 'fine')
})

test('doctor reports a mail server that does not respond', async (t) => {
  const foyer = await createTestApp(t)
  const { storageDir } = foyer.config
  const variables = {
    STORAGE_DIR: storageDir,
    DATABASE_URL: foyer.app.database.url,
    MAIL_URL: 'smtp://127.0.0.1:1',
  }

  const { json } = await runCliCommand(['doctor', '--json'], { variables, clock: foyer.clock })

  assert.match(
    JSON.stringify(json),
    /"problem","says":"127\.0\.0\.1:1 does not accept mail: .*ECONNREFUSED/,
  )
})
