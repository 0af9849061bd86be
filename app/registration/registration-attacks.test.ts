import assert from 'node:assert/strict'
import { test } from 'node:test'

import { countHashes } from '#testing/count-hashes.ts'
import { ada, signedInAda, registerAccount } from '#testing/signed-in-accounts.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const registrationForm = { ...ada, terms: true }
const submitRegistration = (browser: TestBrowser, body: unknown) =>
  browser.json('/register', { method: 'POST', body })

const countUsers = async ({ db }: TestApp) =>
  (await db.selectFrom('users').select('id').execute()).length
const countPending = async ({ db }: TestApp) =>
  (await db.selectFrom('one_time_tokens').select('id').execute()).length

test('an address in another case, width or spelling cannot register twice (REG-02, A-REG-05)', async (t) => {
  const { foyer } = await signedInAda(t)
  const spellings = [
    'ADA@Example.COM',
    ' ａｄａ＠example.com ',
    'ada@ｅxample.com',
    'ada@example.com.',
  ]

  for (const typed of spellings) {
    const browser = foyer.browser()
    const response = await browser.visit('register.store', { ...registrationForm, email: typed })
    const [mail] = await foyer.mails()
    assert.equal(response.location, '/email/verify')
    assert.equal(mail?.to, ada.email)
    assert.match(mail?.subject ?? '', /already have an account/)
  }

  assert.equal(await countUsers(foyer), 1)
})

test('applies one rule to lookalike addresses on every database (REG-03)', async (t) => {
  const foyer = await createTestApp(t)
  const [ligature, dotted, sharp] = ['ﬁ@ｅxample.com.', 'İ@example.com', 'ß@example.com']
  for (const typed of [ligature, dotted, sharp]) {
    await registerAccount(foyer, foyer.browser(), { ...ada, email: typed })
  }
  const opens = async (typed: string) => {
    const form = { email: typed, password: ada.password }
    return (await foyer.browser().visit('login.store', form)).location === '/dashboard'
  }

  assert.equal(await countUsers(foyer), 3)
  assert.deepEqual(
    await Promise.all(['FI@example.com', 'i\u0307@example.com', 'ß@EXAMPLE.com'].map(opens)),
    [true, true, true],
  )
  assert.deepEqual(await Promise.all(['i@example.com', 'ss@example.com'].map(opens)), [
    false,
    false,
  ])
})

test('rejects an overlong address or many @ at the field (REG-06)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const overlong = [
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(124)}example`,
    `ada@${'a'.repeat(64)}.com`,
    '@'.repeat(100_000),
    'a@'.repeat(50_000),
  ]

  const answers = await Promise.all(
    overlong.map((email) => submitRegistration(browser, { ...registrationForm, email })),
  )

  assert.deepEqual(
    answers.map((answer) => [answer.status, Object.keys(answer.raw.json().errors)]),
    overlong.map(() => [422, ['email']]),
  )
  assert.equal(await countPending(foyer), 0)
})

test('rejects invisible characters in a name and treats the rest as text (REG-07)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const rejected = ['', '   ', 'x'.repeat(256), 'Ada\u202Egnp', '\u200B\u200B', 'Ada\nBcc: e@x.org']

  for (const name of rejected) {
    const answer = await submitRegistration(browser, { ...registrationForm, name })
    assert.deepEqual(Object.keys(answer.raw.json().errors), ['name'])
  }
  const name = `<script>{{7*7}} %s 👩🏽‍🚀 ${'x'.repeat(200)}`
  await registerAccount(foyer, foyer.browser(), { ...ada, name })
  const { name: stored } = await foyer.db
    .selectFrom('users')
    .select('name')
    .executeTakeFirstOrThrow()
  assert.equal(stored, name)
})

test('the terms are accepted only by a checked box (REG-09)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const { terms: _terms, ...without } = registrationForm
  const values = [false, 'false', 0, 1, '0', '', 'off', 'yes', null, [], ['on'], {}, 'ON']

  for (const terms of values) {
    const answer = await submitRegistration(browser, { ...registrationForm, terms })
    assert.deepEqual(Object.keys(answer.raw.json().errors), ['terms'], String(terms))
  }
  assert.equal((await submitRegistration(browser, without)).status, 422)
  assert.equal(await countPending(foyer), 0)
})

test('accepts every checkbox value that a form can send (REG-09)', async (t) => {
  const foyer = await createTestApp(t)

  for (const terms of [true, 'true', 'on', '1']) {
    const browser = foyer.browser()
    const email = `ada-${String(terms)}@example.com`
    const answer = await browser.visit('register.store', { ...registrationForm, email, terms })
    assert.equal(answer.location, '/email/verify')
  }
})

test('rejects an easily guessed password with the reason (REG-11)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const why = async (password: string) => {
    const answer = await submitRegistration(browser, { ...registrationForm, password })
    return answer.raw.json().errors.password?.[0]
  }

  const hashes = await countHashes(async () => {
    assert.match(await why('ada@example.com'), /your name, your email address/)
    assert.match(await why('ADA LOVELACE!'), /your name, your email address/)
    assert.match(await why('my foyer and me'), /your name, your email address or "Foyer"/)
    assert.match(await why('motherfucker'), /too common/)
    assert.match(await why('P@55w0rd1234'), /too common/)
  })
  const elsewhere = foyer.browser()
  await elsewhere.open('/login')
  const row = { ...registrationForm, email: 'a@example.com', password: 'qwertyuiop[]' }
  const answer = await submitRegistration(elsewhere, row)

  assert.match(answer.text, /too common/)
  assert.equal(hashes, 0)
  assert.equal(await countPending(foyer), 0)
})

test('with registration closed, the form is neither shown nor accepted (REG-12)', async (t) => {
  const foyer = await createTestApp(t, { REGISTRATION: 'closed' })
  const browser = foyer.browser()
  await browser.open('/login')
  const byHand = [
    await submitRegistration(browser, registrationForm),
    await browser.submit('/register', { ...ada, terms: 'on' }),
    await browser.open('/register'),
    await browser.json('/register'),
  ]

  assert.deepEqual(
    byHand.map(({ status }) => status),
    [404, 404, 404, 404],
  )
  assert.equal(await countPending(foyer), 0)
  assert.deepEqual(await foyer.mails(), [])
})

test('allows at most sixty registrations per IP in ten minutes (REG-13)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.open('/login')

  // Outdated terms are rejected just before the slow hashing.
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, one) =>
      submitRegistration(browser, {
        ...registrationForm,
        email: `ada-${one}@example.com`,
        terms_version: 'old',
      }),
    ),
  )

  assert.equal(answers.filter(({ status }) => status === 422).length, 60)
  assert.equal(answers.filter(({ status }) => status === 429).length, 10)
})

test('limits the mails to one address, from any number of IPs (REG-13)', async (t) => {
  const foyer = await createTestApp(t)
  const people = Array.from({ length: 12 }, () => foyer.browser())

  for (const browser of people) {
    await browser.open('/login')
    await Promise.all([1, 2, 3, 4, 5].map(() => submitRegistration(browser, registrationForm)))
  }

  assert.equal((await foyer.mails()).length, 6)
})

test('a registration is rolled back when its mail cannot be enqueued (REG-14)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.open('/login')
  await foyer.db.schema.alterTable('jobs').renameTo('hidden').execute()

  const answer = await submitRegistration(browser, registrationForm)
  const stored = await countPending(foyer)
  await foyer.db.schema.alterTable('hidden').renameTo('jobs').execute()

  assert.equal(answer.status, 500)
  assert.deepEqual([stored, await countUsers(foyer)], [0, 0])
  assert.deepEqual(await foyer.mails(), [])
})

test('account creation is rolled back, link included, when its event cannot be recorded (REG-14)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.visit('register.store', registrationForm)
  const link = await foyer.linkInMail()
  await foyer.db.schema.alterTable('events').renameTo('hidden').execute()

  const failed = await browser.json(link, { method: 'POST', body: {} })
  await foyer.db.schema.alterTable('hidden').renameTo('events').execute()

  assert.equal(failed.status, 500)
  assert.equal(await countUsers(foyer), 0)
  assert.equal((await browser.visitPath(link, { method: 'POST', body: {} })).location, '/dashboard')
})
