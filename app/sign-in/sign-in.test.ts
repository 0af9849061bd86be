import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { changeDuringHashing } from '#testing/count-hashes.ts'
import { ada, signedInAda, adaOnTwoDevices } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'

const { email, password } = ada

test('the sign-in page opens (LGN-01)', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const { status, page } = await browser.visit('login')

  assert.deepEqual([status, page.component], [200, 'Auth/Login'])
  assert.equal((await browser.open('/login')).status, 200)
})

test('signing in redirects to the dashboard', async (t) => {
  const { foyer } = await signedInAda(t)

  const answer = await foyer.browser().visit('login.store', { email, password })

  assert.deepEqual([answer.status, answer.location], [303, '/dashboard'])
})

test('signing in redirects to the intended page, once (SES-20)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.open('/dashboard?from=mail')

  const answer = await browser.visit('login.store', { email, password })

  assert.equal(answer.location, '/dashboard?from=mail')
})

test('ignores case, width and spaces in the address', async (t) => {
  const { foyer } = await signedInAda(t)

  const answer = await foyer
    .browser()
    .visit('login.store', { email: ' ＡDA@Example.COM ', password })

  assert.equal(answer.location, '/dashboard')
})

test('a wrong password and an unknown address get the same error (LGN-03, LGN-24)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()

  await browser.visit('login.store', { email, password: 'wrong' })
  const wrong = (await browser.visit('login')).page.props.errors
  await browser.visit('login.store', { email: 'nobody@example.com', password })
  const unknown = (await browser.visit('login')).page.props.errors

  assert.deepEqual(Object.keys(wrong), ['email'])
  assert.deepEqual(wrong, unknown)
  assert.equal((await browser.visit('dashboard')).location, '/login')
})

test("the cookie's secret is new for every session and stored only as a hash (SES-11)", async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const cookies = [laptop, phone].map(({ cookies: jar }) => jar.get('foyer') ?? '')

  const stored = await foyer.db.selectFrom('sessions').selectAll().execute()

  assert.notEqual(cookies[0], cookies[1])
  assert.match(cookies[0] ?? '', /^[\w-]{43}$/)
  assert.ok(!JSON.stringify(stored).includes(cookies[0] ?? ''))
})

test('a session expires after two idle hours, or thirty days when remembered (SES-12)', async (t) => {
  const { foyer } = await signedInAda(t)
  const [brief, remembered] = [foyer.browser(), foyer.browser()]
  await brief.visit('login.store', { email, password })
  await remembered.visit('login.store', { email, password, remember: true })

  foyer.clock.advance(2 * hours + minutes)
  assert.equal((await brief.visit('dashboard')).location, '/login')
  assert.equal((await remembered.visit('dashboard')).status, 200)
  foyer.clock.advance(31 * days)
  assert.equal((await remembered.visit('dashboard')).location, '/login')
})

test('no session lasts longer than ninety days (SES-12)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.visit('login.store', { email, password, remember: true })

  for (let week = 0; week < 13; week++) {
    foyer.clock.advance(6.9 * days)
    assert.equal((await browser.visit('dashboard')).status, 200)
  }
  foyer.clock.advance(days)

  assert.equal((await browser.visit('dashboard')).location, '/login')
})

test('the sixth attempt after five failures is rejected with a wait time, even with the right password (LGN-06)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  for (let count = 0; count < 5; count++) {
    await browser.visit('login.store', { email, password: 'wrong' })
  }

  const rejected = await browser.visit('login.store', { email, password })
  const { errors } = (await browser.visit('login')).page.props

  assert.equal(rejected.status, 303)
  assert.ok(Number(rejected.header('retry-after')) > 0)
  assert.match(errors['email'] ?? '', /Too many attempts/)
})

test('concurrent attempts cannot bypass the limit, and JSON clients get a field error (LGN-05)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.open('/login')

  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      browser.json('/login', { method: 'POST', body: { email, password: 'wrong' } }),
    ),
  )

  assert.equal(answers.filter(({ status }) => status === 422).length, 5)
  const rejected = answers.filter(({ status }) => status === 429)
  assert.equal(rejected.length, 15)
  for (const { raw: response } of rejected) {
    assert.match(response.json().errors.email[0], /Too many attempts/)
    assert.ok(Number(response.headers['retry-after']) > 0)
  }
})

test('attempts are limited per address and IP, so a stranger cannot lock the owner out (LGN-10)', async (t) => {
  const { foyer } = await signedInAda(t)
  const stranger = foyer.browser()
  for (let count = 0; count < 6; count++) {
    await stranger.visit('login.store', { email, password: 'wrong' })
  }

  const owner = await foyer.browser().visit('login.store', { email, password })
  await stranger.open('/login')
  const other = { method: 'POST', body: { email: 'eve@example.com', password } } as const

  assert.equal(owner.location, '/dashboard')
  assert.equal((await stranger.json('/login', other)).status, 422)
})

test('many attempts from one IP do not lock the owner out for an hour', async (t) => {
  const { foyer } = await signedInAda(t)
  const stranger = foyer.browser()
  await stranger.open('/login')
  const guess = { method: 'POST', body: { email, password: 'wrong' } } as const
  await Promise.all(Array.from({ length: 120 }, () => stranger.json('/login', guess)))

  const owner = await foyer.browser().visit('login.store', { email, password })

  assert.equal(owner.location, '/dashboard')
})

test('attackers at many IPs cannot lock the owner out of a known device (LOG-14)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('logout')
  await laptop.open('/login')
  const guess = { method: 'POST', body: { email, password: 'wrong' } } as const
  const strangers = Array.from({ length: 21 }, () => foyer.browser())
  for (const stranger of strangers) await stranger.open('/login')
  await Promise.all(strangers.flatMap((it) => [1, 2, 3, 4, 5].map(() => it.json('/login', guess))))

  const elsewhere = await foyer.browser().visit('login.store', { email, password })
  const atHome = await laptop.visit('login.store', { email, password })

  assert.notEqual(elsewhere.location, '/dashboard')
  assert.equal(atHome.location, '/dashboard')
})

test('a flood of made-up addresses does not evict the limits', async (t) => {
  const { foyer } = await signedInAda(t)
  const [guesser, flood] = [foyer.browser(), foyer.browser()]
  await guesser.open('/login')
  await flood.open('/login')
  const guess = (body: object) => ({ method: 'POST', body }) as const
  const wrong = guess({ email, password: 'wrong' })
  await Promise.all(Array.from({ length: 5 }, () => guesser.json('/login', wrong)))

  const noise = Array.from({ length: 500 }, (_, at) =>
    flood.json('/login', guess({ email: `${at}@example.com`, password: 'x' })),
  )
  const answered = (await Promise.all(noise)).filter(({ status }) => status === 422)

  assert.ok(answered.length <= 60)
  assert.equal((await guesser.json('/login', wrong)).status, 429)
})

test('a NUL in the address is handled like any wrong address', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const body = { email: 'nobody\0@example.com', password }

  assert.equal((await browser.json('/login', { method: 'POST', body })).status, 422)
})

test('records sign-ins and rejections, with repeats folded into one event (LGN-23)', async (t) => {
  const { foyer } = await signedInAda(t)
  const stranger = foyer.browser()
  for (let count = 0; count < 4; count++) {
    await stranger.visit('login.store', { email, password: 'wrong' })
  }
  await foyer.browser().visit('login.store', { email, password })

  const all = await foyer.events()
  const events = all.filter(({ type }) => ['sign-in.refused', 'session.started'].includes(type))

  assert.deepEqual(
    events.map(({ type, data }) => [type, data['count'] ?? data['method']]),
    [
      ['session.started', 'registration'],
      ['sign-in.refused', 1],
      ['sign-in.refused', 3],
      ['session.started', 'password'],
    ],
  )
  assert.equal(events[1]?.ip, stranger.ipAddress)
})

test('concurrent rejections and sign-ins are all recorded', async (t) => {
  const { foyer } = await signedInAda(t)
  const guess = { email, password: 'wrong' }
  const strangers = Array.from({ length: 12 }, () => foyer.browser())
  const owners = Array.from({ length: 3 }, () => foyer.browser())

  await Promise.all([
    ...strangers.map((stranger) => stranger.visit('login.store', guess)),
    ...owners.map((owner) => owner.visit('login.store', { email, password })),
  ])
  await foyer.browser().visit('login.store', { email, password })

  const refusals = await foyer.events('sign-in.refused')
  const waiting = await foyer.db.selectFrom('users').select('refused_count').executeTakeFirst()
  const counted = refusals.reduce((sum, { data }) => sum + Number(data['count']), 0)
  assert.equal(counted + (waiting?.refused_count ?? 0), 12)
})

test('rejects a password that changes while it is verified (A-SES-03)', async (t) => {
  const { foyer } = await signedInAda(t)
  const other = await hashPassword('a password set meanwhile')

  const answer = await changeDuringHashing(
    t,
    foyer,
    (tx) => tx.updateTable('users').set({ password_hash: other }).execute(),
    () => foyer.browser().visit('login.store', { email, password }),
  )

  const { password_hash } = await foyer.db
    .selectFrom('users')
    .select('password_hash')
    .executeTakeFirstOrThrow()
  assert.equal(password_hash, other)
  assert.notEqual(answer.location, '/dashboard')
})

test('redirects a signed-in user away from the sign-in page', async (t) => {
  const { laptop } = await signedInAda(t)

  assert.equal((await laptop.visit('login')).location, '/dashboard')
})

test('rejects a password of the wrong type or of a megabyte without hashing or coercion', async (t) => {
  const browser = (await createTestApp(t)).browser()
  await browser.open('/login')
  const status = async (body: unknown) =>
    (await browser.json('/login', { method: 'POST', body })).status

  assert.equal(await status({ email, password: ['a'] }), 422)
  assert.equal(await status({ email, password: 1 }), 422)
  assert.equal(await status({ email, password: 'x'.repeat(5000) }), 422)
  assert.equal(await status({ email, password: 'x'.repeat(1_000_000) }), 413)
  assert.equal(await status([]), 400)
  assert.equal(await status('null'), 400)
  assert.equal(await status('{"__proto__": {}}'), 400)
})
