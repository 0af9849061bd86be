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

import { readKeys } from '#app/platform/storage.ts'
import { asTheirOwner, testDialect } from '#testing/database.ts'
import { encryptedPostgres } from '#testing/encrypted-postgres.ts'
import { operatorOf, runCommand } from '#testing/operator.ts'
import { ada, adaAtHome } from '#testing/people.ts'
import { product } from '#testing/product.ts'
import { server } from '#testing/server.ts'

const onSqlite = testDialect === 'sqlite' ? false : 'only SQLite is a file'
const { email, password } = ada

test(
  'a backup made while everyone writes is whole, and a server starts from it (F27)',
  { skip: onSqlite },
  async (t) => {
    const { foyer } = await adaAtHome(t)
    const { storageDir } = foyer.config
    mkdirSync(join(storageDir, 'photos'))
    writeFileSync(join(storageDir, 'photos', 'a.webp'), 'a picture')
    const people = Array.from({ length: 8 }, () => foyer.browser())

    const [made] = await Promise.all([
      operatorOf(foyer)('backup', '--json'),
      ...people.map((browser) => browser.visit('login.store', { email, password })),
    ])
    const folder = String(made.json['folder'])

    assert.equal(made.status, 0)
    assert.deepEqual(readdirSync(folder).toSorted(), ['foyer.sqlite', 'manifest.json', 'photos'])
    assert.equal(readFileSync(join(folder, 'photos/a.webp'), 'utf8'), 'a picture')
    assert.equal(statSync(join(folder, 'foyer.sqlite')).mode & 0o777, 0o600)
    copyFileSync(join(storageDir, 'app.key'), join(folder, 'app.key'))
    const restored = { variables: { STORAGE_DIR: folder }, clock: foyer.clock }
    const whole = await runCommand(['history:verify', '--json'], restored)
    assert.equal(whole.json['whole'], true)
    const running = await server(t, { STORAGE_DIR: folder })
    assert.equal((await fetch(`${running.origin}/ready`)).status, 200)
    // Its storage lies in the other's, which is cleared away first.
    running.child.kill('SIGKILL')
    await running.ended()
  },
)

test('a backup holds no key, names the one it needs, and never writes over another', async (t) => {
  const { foyer } = await adaAtHome(t)
  const foyerCommand = operatorOf(foyer)
  const folder = join(foyer.config.storageDir, 'backups', 'first')

  const made = await foyerCommand('backup', folder)
  const again = await foyerCommand('backup', folder)
  const [key] = readKeys(join(foyer.config.storageDir, 'app.key')) ?? []
  const all = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))

  assert.equal(made.status, 0)
  assert.match(made.out, /Its key is not in it\. Keep .+app\.key/)
  assert.match(
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).key,
    /^[0-9a-f]{12}$/,
  )
  assert.ok(!all.join('').includes(key?.toString('base64') ?? 'no key'))
  assert.equal(again.status, 1)
})

test(
  'PostgreSQL is dumped with pg_dump',
  { skip: testDialect !== 'postgres' && 'for PostgreSQL' },
  async (t) => {
    const { foyer } = await adaAtHome(t)

    const { status, json } = await operatorOf(foyer)('backup', '--json')
    const listed = execFileSync('pg_restore', [
      '--list',
      join(String(json['folder']), 'foyer.dump'),
    ])

    assert.equal(status, 0)
    assert.match(listed.toString(), /TABLE DATA test_\w+ users/)
  },
)

test(
  'PostgreSQL that is reached by TLS only is dumped by TLS',
  { skip: testDialect !== 'postgres' && 'for PostgreSQL' },
  async (t) => {
    const { foyer } = await adaAtHome(t)
    const variables = {
      STORAGE_DIR: foyer.config.storageDir,
      DATABASE_URL: await encryptedPostgres(t, foyer.app.database.url),
    }

    const { status, err } = await runCommand(['backup'], { variables, clock: foyer.clock })

    assert.deepEqual([status, err], [0, ''])
  },
)

test('the doctor finds nothing on a healthy product, and makes nothing where there is none (PKG-03)', async (t) => {
  const { foyer } = await adaAtHome(t)

  const healthy = await operatorOf(foyer)('doctor', '--json')
  const empty = join(foyer.config.storageDir, 'empty')
  const nothing = await runCommand(['doctor'], {
    variables: { STORAGE_DIR: empty },
    clock: foyer.clock,
  })

  assert.deepEqual([healthy.json['problems'], healthy.json['warnings']], [0, 0])
  assert.equal(nothing.status, 1)
  assert.ok(!readdirSync(empty).includes('foyer.sqlite'))
})

test(
  'the doctor recognises a file that was copied alone while a server used it (F28)',
  { skip: onSqlite },
  async (t) => {
    const running = await server(t)
    const copy = join(running.storage, 'copy')
    mkdirSync(copy, { mode: 0o700 })
    for (const name of ['foyer.sqlite', 'app.key']) {
      copyFileSync(join(running.storage, name), join(copy, name))
    }
    const clock = { now: () => Date.now() }

    const naive = await runCommand(['doctor', '--json'], {
      variables: { STORAGE_DIR: copy },
      clock,
    })
    running.child.kill('SIGTERM')
    await running.ended()
    const stopped = await runCommand(['doctor', '--json'], {
      variables: { STORAGE_DIR: running.storage },
      clock,
    })

    assert.match(JSON.stringify(naive.json), /looks like a copy made with cp while the server ran/)
    assert.deepEqual([stopped.json['problems'], stopped.json['warnings']], [0, 0])
  },
)

test('the doctor finds lost events, a wrong key, others’ eyes, dead mails, and a clock set back (F27, PKG-03)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const { db, config, clock } = foyer
  await foyer.browser().visit('register.store', { ...ada, email: 'bob@example.com', terms: true })
  await db.updateTable('jobs').set({ dead_at: clock.now(), payload_sealed: 'x' }).execute()
  await asTheirOwner(foyer.app.database, async () => {
    await db
      .updateTable('events')
      .set({ at: clock.now() + 1e9 })
      .execute()
    await db.deleteFrom('events').where('seq', '=', 1).execute()
  })
  execFileSync('chmod', ['755', config.storageDir])
  writeFileSync(join(config.storageDir, 'checkpoint.key'), '', { mode: 0o644 })

  const { json, status } = await operatorOf(foyer)('doctor', '--json')
  const said = JSON.stringify(json)

  assert.equal(status, 1)
  for (const expected of [
    /do not open/,
    /given up/,
    /from the future/,
    /lack events/,
    /chmod 700/,
    /chmod 600 .+checkpoint\.key/,
  ]) {
    assert.match(said, expected)
  }
})

test('a file of stolen passwords that cannot be searched is a problem the doctor tells, with what to do', async (t) => {
  const foyer = await product(t)
  const { storageDir } = foyer.config
  const file = join(storageDir, 'stolen.txt')
  const told = async (BREACHED_PASSWORDS = file) => {
    const variables = { STORAGE_DIR: storageDir, DATABASE_URL: foyer.app.database.url }
    const { json, status } = await runCommand(['doctor', '--json'], {
      variables: { ...variables, BREACHED_PASSWORDS },
      clock: foyer.clock,
    })
    const found: { about: string; says: string }[] = Object(json)['findings']
    return [status, found.find(({ about }) => about === 'stolen passwords')?.says]
  }
  const hash = (digit: string) => `${digit.repeat(40)}:1\n`

  const nobody = 'Nobody can choose a password:'
  assert.deepEqual(await told(), [
    1,
    `${nobody} there is no file at ${file}. Put it back, or leave the setting out.`,
  ])
  writeFileSync(file, hash('B') + hash('A'))
  assert.deepEqual(await told(), [
    1,
    `${nobody} its lines are not in the order of their hashes. Run: LC_ALL=C sort -o ${file} ${file}`,
  ])
  writeFileSync(file, 'password\n')
  assert.match(String(await told()), /no SHA-1 .+ Make it anew/)
  assert.match(String(await told(storageDir)), /cannot be read: .*EISDIR/)
  writeFileSync(file, hash('A') + hash('B'))
  assert.deepEqual(await told(), [0, `Those in ${file} are refused.`])
})

test('a mail server that does not answer is a problem the doctor tells', async (t) => {
  const foyer = await product(t)
  const { storageDir } = foyer.config
  const variables = {
    STORAGE_DIR: storageDir,
    DATABASE_URL: foyer.app.database.url,
    MAIL_URL: 'smtp://127.0.0.1:1',
  }

  const { json } = await runCommand(['doctor', '--json'], { variables, clock: foyer.clock })

  assert.match(
    JSON.stringify(json),
    /"problem","says":"127\.0\.0\.1:1 does not take our mail: .*ECONNREFUSED/,
  )
})
