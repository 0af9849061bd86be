import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { currentCost, hashPassword } from '#app/platform/auth/password-hash.ts'
import { decryptPasswordHash, isUnpeppered } from '#app/platform/crypto/stored-password.ts'
import { createCli } from '#testing/cli.ts'
import { countHashes } from '#testing/count-hashes.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import { appWithProvider, linkPath, signInByProvider } from '#testing/provider-flows.ts'
import { ada as registered, enableTwoFactor } from '#testing/signed-in-accounts.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const bcrypt = '$2b$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu'
const ada = { email: 'ada@example.com', name: 'Ada', email_verified: true, password_hash: bcrypt }
const bob = { email: 'bob@example.com', name: 'Bob', locale: 'de' }

async function importFile(foyer: TestApp, rows: unknown[], ...options: string[]) {
  const file = join(foyer.config.storageDir, 'accounts.jsonl')
  const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
  await writeFile(file, lines.join('\n'))
  return createCli(foyer)('import', file, '--yes', '--json', ...options)
}

const users = ({ db }: TestApp) => db.selectFrom('users').selectAll().orderBy('email').execute()

test('imports accounts with their hashes, verified or not, and records where they come from (PWP-06)', async (t) => {
  const foyer = await createTestApp(t)

  const { status, json } = await importFile(foyer, [ada, '', bob])
  const [first, second] = await users(foyer)
  const events = (await foyer.events()).map(({ type, data }) => [type, data['isImported']])

  assert.deepEqual([status, json], [0, { imported: 2, skipped: 0 }])
  assert.ok(first?.email_verified_at && first.password_hash && !isUnpeppered(first.password_hash))
  assert.deepEqual(
    [second?.name, second?.locale, second?.email_verified_at, second?.password_hash],
    ['Bob', 'de', null, null],
  )
  assert.deepEqual(events.toSorted(), [
    ['account.created', true],
    ['account.created', true],
    ['address.verified', undefined],
  ])
  assert.deepEqual(await foyer.mails(), [])
})

test('the first proof of an imported address removes all other access to the account (PWP-18)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const password_hash = await hashPassword(registered.password)
  await importFile(foyer, [{ ...ada, email_verified: false, password_hash }])
  // Somebody who had registered Ada's address in the other system.
  const mallory = foyer.browser()
  await mallory.visit('login.store', registered)
  const { termsVersion: terms_version } = (await mallory.visit('terms.accept')).page.props
  await mallory.visit('terms.accept.store', { terms: true, terms_version })
  await addPasskey(mallory, new VirtualAuthenticator())
  await enableTwoFactor(mallory)
  provider.people = [{ sub: 'mallory' }]
  await signInByProvider(mallory, linkPath)
  const planted = await waysIn(foyer)
  const owner = foyer.browser()
  await owner.visit('password.email', { email: ada.email })
  const [mail] = await foyer.mails()
  const token = /reset-password\/(\S+)/.exec(mail?.text ?? '')?.[1]
  const password = 'lanterns over the harbour'

  await owner.visit('password.update', { token, email: ada.email, password })
  const { location } = await owner.visit('login.store', { email: ada.email, password })

  assert.deepEqual(planted, { linked: 1, passkeys: 1, twoFactor: true })
  assert.deepEqual(await waysIn(foyer), { linked: 0, passkeys: 0, twoFactor: false })
  assert.equal(location, '/dashboard')
  assert.equal((await signInByProvider(foyer.browser())).location, '/login')
})

test('a link that the stranger in an imported account has mailed verifies nothing without its password (PWP-18)', async (t) => {
  const foyer = await createTestApp(t)
  const password_hash = await hashPassword(registered.password)
  await importFile(foyer, [{ ...ada, email_verified: false, password_hash }])
  const [mallory, owner] = [foyer.browser(), foyer.browser()]
  await mallory.visit('login.store', registered)
  const { termsVersion: terms_version } = (await mallory.visit('terms.accept')).page.props
  await mallory.visit('terms.accept.store', { terms: true, terms_version })
  await mallory.visit('verification.send')
  const link = await foyer.linkInMail()

  const opened = await owner.visitPath(link)
  const confirmed = await owner.visitPath(link, { method: 'POST', body: {} })

  assert.deepEqual([opened.location, confirmed.location], ['/login', '/login'])
  assert.equal((await users(foyer))[0]?.email_verified_at, null)
  assert.equal((await mallory.visit('dashboard')).location, '/email/verify')
})

async function waysIn({ db }: TestApp) {
  const linked = (await db.selectFrom('linked_accounts').select('id').execute()).length
  const passkeys = (await db.selectFrom('passkeys').select('id').execute()).length
  const user = await db
    .selectFrom('users')
    .select('two_factor_enabled_at')
    .executeTakeFirstOrThrow()
  return { linked, passkeys, twoFactor: user.two_factor_enabled_at !== null }
}

test('an imported account signs in with its old password, which is then hashed as ours (PWP-07)', async (t) => {
  const foyer = await createTestApp(t)
  await importFile(foyer, [ada])
  const signIn = async (password: string) =>
    (await foyer.browser().visit('login.store', { email: ada.email, password })).location

  const locations = [await signIn('wrong'), await signIn('password'), await signIn('password')]
  const [{ id, password_hash } = { id: '', password_hash: '' }] = await users(foyer)
  const hash = decryptPasswordHash(foyer.app.keys, id, password_hash)

  assert.deepEqual(locations.slice(1), ['/dashboard', '/dashboard'])
  assert.notEqual(locations[0], '/dashboard')
  assert.match(hash ?? '', new RegExp(`^\\$argon2id\\$v=19\\$m=${currentCost.memory},`))
})

test('a wrong password for an imported account costs no less than an unknown address (PWP-07)', async (t) => {
  const foyer = await createTestApp(t)
  await importFile(foyer, [ada])
  const guess = (email: string) =>
    countHashes(() => foyer.browser().visit('login.store', { email, password: 'wrong' }))

  assert.deepEqual([await guess(ada.email), await guess('nobody@example.com')], [1, 1])
})

const hostile: [problem: RegExp, row: unknown][] = [
  [/object/, 'no JSON at all'],
  [/object/, '[]'],
  [/object/, '{"email": "eve@example.com"'],
  [/^name/, { email: 'eve@example.com' }],
  [/^name/, { ...bob, email: 'eve@example.com', name: 'Eve\nBcc: all@example.com' }],
  [/^email/, { ...bob, email: 'eve@@example.com' }],
  [/^email/, { ...bob, email: ['eve@example.com'] }],
  [/^email_verified/, { ...bob, email: 'eve@example.com', email_verified: 'true' }],
  [/^locale/, { ...bob, email: 'eve@example.com', locale: 'xx' }],
  [/locked_at/, { ...bob, email: 'eve@example.com', locked_at: 1 }],
  [/^email is that of line 1/, { ...bob, email: 'ADA@Example.com' }],
  [/^password_hash/, { ...bob, email: 'eve@example.com', password_hash: 'open sesame' }],
  [/^password_hash/, { ...bob, email: 'eve@example.com', password_hash: `${bcrypt}=` }],
  [
    /^password_hash/,
    {
      ...bob,
      email: 'eve@example.com',
      password_hash: `$scrypt$ln=30,r=8,p=1$c2l4dGVlbiBieXRlIHNhbHQ$dnYN3wV/LK9KcDCIN0bbgptvuqjhhedgCH49vxf6gnI`,
    },
  ],
]

test('a malformed or hostile row is reported by its line, and nothing is imported (PWP-08)', async (t) => {
  const foyer = await createTestApp(t)

  const { status, json, out } = await importFile(foyer, [ada, ...hostile.map(([, row]) => row)])
  const { problems } = JSON.parse(JSON.stringify(json))

  assert.equal(status, 1)
  assert.deepEqual(
    problems.map(({ line }: { line: number }) => line),
    hostile.map((_, index) => index + 2),
  )
  for (const [index, [pattern]] of hostile.entries()) assert.match(problems[index].problem, pattern)
  assert.doesNotMatch(out, /open sesame|\$scrypt/)
  assert.deepEqual(await users(foyer), [])
})

test('a dry run and a file with a known address import nothing (PWP-08)', async (t) => {
  const foyer = await createTestApp(t)

  const dry = await importFile(foyer, [ada, bob], '--dry-run')
  const afterDryRun = await users(foyer)
  await importFile(foyer, [bob])
  const taken = await importFile(foyer, [ada, bob])
  const afterTaken = await users(foyer)
  const skipping = await importFile(foyer, [ada, bob], '--skip-existing')

  assert.deepEqual([dry.json, afterDryRun], [{ imported: 2, skipped: 0 }, []])
  assert.deepEqual(
    [taken.status, taken.json['problems']],
    [1, [{ line: 2, problem: 'bob@example.com already has an account.' }]],
  )
  assert.equal(afterTaken.length, 1)
  assert.deepEqual(skipping.json, { imported: 1, skipped: 1 })
})

test('of concurrent imports with a common address one imports all of its rows, and the others none (PWP-09)', async (t) => {
  const foyer = await createTestApp(t)
  const files = Array.from({ length: 4 }, (_, file) => [
    ...Array.from({ length: 20 }, (_, row) => ({ ...bob, email: `${file}-${row}@example.com` })),
    ada,
  ])
  const paths = files.map((_, file) => join(foyer.config.storageDir, `${file}.jsonl`))
  await Promise.all(
    files.map((rows, file) =>
      writeFile(paths[file] ?? '', rows.map((row) => JSON.stringify(row)).join('\n')),
    ),
  )

  const results = await Promise.all(paths.map((path) => createCli(foyer)('import', path, '--yes')))
  const rows = await users(foyer)

  assert.deepEqual(results.map(({ status }) => status).toSorted(), [0, 1, 1, 1])
  assert.equal(rows.length, 21)
})
