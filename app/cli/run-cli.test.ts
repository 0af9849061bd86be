import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'
import { withEventTriggersDisabled } from '#testing/test-database.ts'

import { commands } from './commands.ts'

test('every command has a help page and is listed', async (t) => {
  const foyerCommand = createCli(await createTestApp(t))
  const names = Object.keys(commands)

  const all = await foyerCommand('--help')
  const each = await Promise.all(names.map((name) => foyerCommand(name, '--help')))

  assert.deepEqual(
    names.filter((name) => !all.out.includes(`  ${name} `)),
    [],
  )
  assert.ok(each.every(({ status, out }) => status === 0 && out.includes('--json')))
})

test('the command line rejects unknown commands and options and suggests the closest one', async (t) => {
  const foyerCommand = createCli(await createTestApp(t))

  const command = await foyerCommand('user:lokc', 'x')
  const option = await foyerCommand('user:list', '--serach', 'x')
  const noArgument = await foyerCommand('user:show')
  const noValue = await foyerCommand('user:list', '--limit')
  const inherited = await foyerCommand('constructor')

  assert.match(command.err, /Unknown command user:lokc. Did you mean user:lock\?/)
  assert.match(option.err, /Unknown option --serach. Did you mean --search\?/)
  assert.match(noArgument.err, /user:show <account>/)
  assert.match(noValue.err, /--limit needs a value/)
  const statuses = [command, option, noArgument, noValue, inherited].map(({ status }) => status)
  assert.deepEqual(statuses, [2, 2, 2, 2, 2])
})

test('irreversible commands ask on a terminal and need --yes elsewhere', async (t) => {
  const { foyer } = await signedInAda(t)
  const count = async () => (await foyer.db.selectFrom('users').select('id').execute()).length

  const withoutTerminal = await createCli(foyer)('user:delete', ada.email)
  const declined = await createCli(foyer, { answers: ['yes'] })('user:delete', ada.email)
  assert.equal(await count(), 1)
  const confirmed = await createCli(foyer, { answers: [ada.email] })('user:delete', ada.email)

  assert.deepEqual([withoutTerminal.status, declined.status, confirmed.status], [1, 1, 0])
  assert.match(withoutTerminal.err, /deletes the account of Ada Lovelace <ada@example.com>.+--yes/s)
  assert.match(declined.prompts[0] ?? '', /Type ada@example.com/)
  assert.equal(await count(), 0)
})

test('each command writes a line to operator.log, without secrets', async (t) => {
  const { foyer } = await signedInAda(t)
  const foyerCommand = createCli(foyer, { stdin: 'a secret nobody logs\n' })
  await foyerCommand('user:show', ada.email)
  await foyerCommand('user:show', 'nobody@example.com')
  await foyerCommand('user:create', 'bob@example.com', '--name', 'Bob Secretname', '--password')

  const path = join(foyer.config.storageDir, 'operator.log')
  const text = readFileSync(path, 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { id } = await foyer.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', ada.email)
    .executeTakeFirstOrThrow()

  assert.deepEqual(
    lines.map(({ command, status }) => [command, status]),
    [
      ['user:show', 0],
      ['user:show', 1],
      ['user:create', 0],
    ],
  )
  assert.deepEqual(lines[0].accounts, [id])
  assert.ok(lines.every(({ by, at }) => by && !Number.isNaN(Date.parse(at))))
  assert.doesNotMatch(text, /Secretname|a secret/)
  assert.equal(statSync(path).mode & 0o777, 0o600)
})

test('user:create creates an account whose password works', async (t) => {
  const foyer = await createTestApp(t)
  const [email, password] = ['bob@example.com', 'a boat without any oars']
  const foyerCommand = createCli(foyer, { stdin: `${password}\n` })

  const created = await foyerCommand(
    'user:create',
    email,
    '--name',
    'Bob',
    '--verified',
    '--password',
    '--json',
  )
  const again = await foyerCommand('user:create', email, '--name', 'Bob')
  const weak = await createCli(foyer, { stdin: 'short' })(
    'user:create',
    'c@example.com',
    '--name',
    'C',
    '--password',
  )

  assert.deepEqual([created.status, again.status, weak.status], [0, 1, 1])
  assert.match(weak.err, /at least 12 characters/)
  assert.deepEqual(await foyer.mails(), [])
  const answer = await foyer.browser().visit('login.store', { email, password })
  assert.equal(answer.location, '/dashboard')
})

test('user:create mails a link that sets the first password within 7 days, once (INV-10)', async (t) => {
  const foyer = await createTestApp(t)
  const [email, password] = ['dan@example.com', 'a boat without any oars']
  const create = await createCli(foyer)('user:create', email, '--name', 'Dan')
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/reset-password\/(\S+)/)?.[1]
  const send = (browser = foyer.browser()) =>
    browser.visit('password.update', { token, email, password })

  foyer.clock.advance(7 * days - 1)
  const [first, replayed] = [await send(), await send()]
  const answer = await foyer.browser().visit('login.store', { email, password })

  assert.match(create.out, /Next: the person opens the link in our mail/)
  assert.deepEqual([mail?.to, mail?.subject], [email, 'Your account at Foyer'])
  assert.deepEqual([first.location, answer.location], ['/login', '/dashboard'])
  assert.notEqual(replayed.location, '/login')
  assert.equal((await foyer.events('address.verified')).length, 1)
})

test('user commands list, search and show accounts without secrets or control characters', async (t) => {
  const { foyer } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ name: 'Ada\u001B[2J%' }).execute()
  const foyerCommand = createCli(foyer)

  const found = await foyerCommand('user:list', '--search', 'A@EXAMPLE', '--json')
  const byPercent = await foyerCommand('user:list', '--search', '%', '--json')
  const none = await foyerCommand('user:list', '--search', '_@x', '--json')
  const shown = await foyerCommand('user:show', ada.email)
  const { json } = await foyerCommand('user:show', ada.email, '--json')

  assert.partialDeepStrictEqual(found.json, { accounts: [{ email: ada.email, locked: false }] })
  assert.partialDeepStrictEqual(byPercent.json, { accounts: [{ email: ada.email }] })
  assert.deepEqual(none.json, { accounts: [] })
  assert.ok(!shown.out.includes('\u001B'))
  assert.partialDeepStrictEqual(json, { email: ada.email, sessions: [{ method: 'registration' }] })
  assert.doesNotMatch(JSON.stringify(json), /hash|argon2|sealed/)
})

test('history:verify finds a missing event', async (t) => {
  const { foyer } = await signedInAda(t)
  const foyerCommand = createCli(foyer)
  const whole = await foyerCommand('history:verify', '--json')
  await withEventTriggersDisabled(foyer.app.database, async (db) => {
    await db.deleteFrom('events').where('seq', '=', 2).execute()
  })
  const broken = await foyerCommand('history:verify', '--json')

  assert.deepEqual([whole.status, whole.json['whole']], [0, true])
  assert.partialDeepStrictEqual(broken, {
    status: 1,
    json: { broken: [{ seq: 2, fault: 'missing' }] },
  })
  assert.match(
    (await foyerCommand('history:verify', '--account', ada.email)).out,
    /event 2: missing/,
  )
})

test('sessions:prune --all signs everyone out', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const foyerCommand = createCli(foyer)

  assert.deepEqual((await foyerCommand('sessions:prune', '--json')).json, { ended: 0, left: 1 })
  assert.deepEqual((await foyerCommand('sessions:prune', '--all', '--yes', '--json')).json, {
    ended: 1,
    left: 0,
  })
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('failed mails are listed and can be retried', async (t) => {
  const { foyer } = await signedInAda(t)
  const foyerCommand = createCli(foyer)
  await foyer.browser().visit('register.store', { ...ada, email: 'bob@example.com', terms: true })
  await foyer.db.updateTable('jobs').set({ dead_at: 1, last_error: 'No.', attempts: 8 }).execute()
  const before = (await foyer.mails()).length

  const listed = await foyerCommand('jobs:list')
  const all = await foyerCommand('jobs:retry', '--all', '--yes')
  const unknown = await foyerCommand('jobs:retry', 'nothing')

  assert.match(listed.out, /1 failed permanently.+mail.+No\./s)
  assert.deepEqual([all.status, unknown.status], [0, 1])
  assert.equal((await foyer.mails()).length, before + 1)
})

test('the CLI process reports pending migrations and creates no database for read-only commands', async (t) => {
  const storage = mkdtempSync(join(tmpdir(), 'foyer-operator-'))
  t.after(() => rmSync(storage, { recursive: true }))
  const env = { PATH: process.env['PATH'], STORAGE_DIR: storage }

  const listedBefore = await spawnCli(['user:list'], env)
  const pending = await spawnCli(['migrate:status', '--json'], env)
  const applied = await spawnCli(['migrate', '--json'], env)
  const listed = await spawnCli(['user:list', '--json'], env)

  assert.match(listedBefore.err, /There is no database .+npm run foyer -- migrate/)
  assert.equal(listedBefore.status, 1)
  assert.equal(pending.status, 1)
  assert.equal(JSON.parse(applied.out).applied[0], '001-foundation')
  assert.deepEqual(JSON.parse(listed.out), { accounts: [] })
})

function spawnCli(args: string[], env: NodeJS.ProcessEnv) {
  const path = join(import.meta.dirname, './main.ts')
  return new Promise<{ status: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [path, ...args], { env }, (_error, out, err) =>
      resolve({ status: child.exitCode ?? -1, out, err }),
    )
  })
}
