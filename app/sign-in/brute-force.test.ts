import assert from 'node:assert/strict'
import { test } from 'node:test'

import { maxWindows } from '#app/platform/rate-limit/rate-limits.ts'
import { ada, signedInAda, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { eraseAllAccounts } from '#testing/test-database.ts'

const { email, password } = ada

const eve = { name: 'Eve', email: 'eve@example.com', password: 'nine green bottles hanging' }

async function postLogin(
  browser: TestBrowser,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return (await browser.json('/login', { method: 'POST', body, headers })).status
}

async function browserAt(foyer: TestApp, address: string): Promise<TestBrowser> {
  const browser = new TestBrowser(foyer.app, address)
  await browser.open('/login')
  return browser
}

test('rate-limits one password tried on a thousand accounts from one IP (LOG-09)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = await browserAt(foyer, '192.0.2.1')

  const statuses: number[] = []
  for (let round = 0; round < 100; round++) {
    const tries = Array.from({ length: 10 }, (_, one) =>
      postLogin(browser, { email: `person-${round}-${one}@example.com`, password }),
    )
    statuses.push(...(await Promise.all(tries)))
  }

  assert.equal(statuses.filter((status) => status === 422).length, 60)
  assert.equal(statuses.filter((status) => status === 429).length, 940)
  assert.equal(await postLogin(browser, { email, password }), 429)
})

test('attempts for all spellings of an address share one limit (LOG-10, LGN-08)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = await browserAt(foyer, '192.0.2.1')
  const spellings = [
    'ADA@example.com',
    '  ada@EXAMPLE.com ',
    'ａｄａ@example.com',
    'ada＠example.com',
    'ada@example.com.',
    'a\0da@example.com',
    'ⓐⓓⓐ@example.com',
    'ⒶⒹⒶ@example.com',
    'ada@ｅxample.com',
  ]

  const statuses = []
  for (const typed of spellings)
    statuses.push(await postLogin(browser, { email: typed, password: 'no' }))

  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429, 429, 429])
  // Spellings with a separate counter belong to another address, without an account.
  assert.equal(await postLogin(browser, { email: 'ada+x@example.com', password }), 422)
  assert.equal(await postLogin(browser, { email: 'a.da@example.com', password }), 422)
})

test('untrusted X-Forwarded-For headers do not reset the limit (LOG-11)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = await browserAt(foyer, '192.0.2.1')

  const statuses = []
  for (let one = 1; one <= 7; one++) {
    const ip = `203.0.113.${one}`
    const headers = {
      'x-forwarded-for': one % 2 ? ip : `${ip}, 198.51.100.${one}`,
      'x-real-ip': ip,
      forwarded: `for=${ip}`,
      'cf-connecting-ip': ip,
      'true-client-ip': ip,
    }
    statuses.push(await postLogin(browser, { email, password: 'no' }, headers))
  }

  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429])
})

test('an IPv6 network counts as one IP (LOG-11)', async (t) => {
  const { foyer } = await signedInAda(t)

  const statuses = []
  for (let one = 1; one <= 7; one++) {
    const browser = await browserAt(foyer, `2001:db8:1:2:${one}::${one}`)
    statuses.push(await postLogin(browser, { email, password: 'no' }))
  }
  const elsewhere = await browserAt(foyer, '2001:db8:1:3::1')

  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429])
  assert.equal(await postLogin(elsewhere, { email, password }), 200)
})

test('the networks of one IPv6 /56 share a limit four times as high (LOG-11)', async (t) => {
  const { foyer } = await signedInAda(t)

  const statuses = []
  for (let network = 0; network < 5; network++) {
    const browser = await browserAt(foyer, `2001:db8:1:2${network}0::1`)
    for (let one = 0; one < 5; one++)
      statuses.push(await postLogin(browser, { email, password: 'no' }))
  }

  assert.equal(statuses.filter((status) => status === 422).length, 20)
  assert.deepEqual(statuses.slice(20), [429, 429, 429, 429, 429])
  const elsewhere = await browserAt(foyer, '2001:db8:1:300::1')
  assert.equal(await postLogin(elsewhere, { email, password }), 200)
})

test('clients behind a NAT64 are counted by their IPv4 address (LOG-11)', async (t) => {
  const { foyer } = await signedInAda(t)
  const guesser = await browserAt(foyer, '64:ff9b::192.0.2.1')

  for (let one = 0; one < 5; one++) await postLogin(guesser, { email, password: 'no' })

  assert.equal(await postLogin(guesser, { email, password }), 429)
  assert.equal(await postLogin(await browserAt(foyer, '192.0.2.1'), { email, password }), 429)
  const neighbour = await browserAt(foyer, '64:ff9b::192.0.2.2')
  assert.equal(await postLogin(neighbour, { email, password }), 200)
})

test('a flood of sign-in attempts and passkey challenges does not lift the limit of an account (LOG-10)', async (t) => {
  const { foyer } = await signedInAda(t)
  const guesser = await browserAt(foyer, '192.0.2.1')
  for (let one = 0; one < 5; one++) await postLogin(guesser, { email, password: 'no' })

  for (let one = 0; one < 2 * maxWindows; one++) {
    await foyer.app.limits.hit(`network-account:login:0:198.51.100.7:${one}`, {
      limit: 5,
      windowMs: 60_000,
    })
    await foyer.app.limits.hit(`network:passkey-login-options:${one}`, {
      limit: 600,
      windowMs: 60_000,
    })
  }

  assert.equal(await postLogin(guesser, { email, password }), 429)
})

test('signing in to one account does not reset the limit for others (LOG-13)', async (t) => {
  const { foyer } = await signedInAda(t)
  await registerAccount(foyer, foyer.browser(), eve)
  const guesser = await browserAt(foyer, '192.0.2.1')

  const statuses = []
  for (let round = 0; round < 11; round++) {
    const guesses = Array.from({ length: 6 }, (_, one) =>
      postLogin(guesser, { email: `${round}-${one}@example.com`, password }),
    )
    statuses.push(...(await Promise.all(guesses)))
    await postLogin(await browserAt(foyer, '192.0.2.1'), {
      email: eve.email,
      password: eve.password,
    })
  }

  // Eight of the sixty attempts per minute were Eve's own.
  assert.equal(statuses.filter((status) => status === 422).length, 52)
  assert.equal(statuses.filter((status) => status === 429).length, 14)
})

test('signing in to one account does not reset the limit for a single other account (LOG-13)', async (t) => {
  const { foyer } = await signedInAda(t)
  await registerAccount(foyer, foyer.browser(), eve)
  const guesser = await browserAt(foyer, '192.0.2.1')

  const statuses = []
  for (let round = 0; round < 7; round++) {
    statuses.push(await postLogin(guesser, { email, password: 'no' }))
    await postLogin(await browserAt(foyer, '192.0.2.1'), {
      email: eve.email,
      password: eve.password,
    })
  }

  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429])
})

test('signing in to one account does not reset the limit of a known device for another (LOG-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await registerAccount(foyer, foyer.browser(), eve)
  await laptop.visit('logout')
  await laptop.open('/login')
  const strangers = Array.from({ length: 21 }, () => foyer.browser())
  const guess = { method: 'POST', body: { email, password: 'no' } } as const
  for (const stranger of strangers) await stranger.open('/login')
  await Promise.all(strangers.flatMap((it) => [1, 2, 3, 4, 5].map(() => it.json('/login', guess))))

  const statuses: number[] = []
  for (let network = 0; network < 8; network++) {
    // The known device moves to another network, and signs in to Eve's account after four guesses.
    const device = new TestBrowser(foyer.app, `203.0.113.${network}`)
    for (const [name, value] of laptop.cookies) device.cookies.set(name, value)
    for (let one = 0; one < 4; one++)
      statuses.push(await postLogin(device, { email, password: 'no' }))
    await device.visit('login.store', { email: eve.email, password: eve.password })
    foyer.clock.advance(minutes)
  }

  assert.equal(statuses.filter((status) => status === 422).length, 20)
})

test('a signed-in browser cannot sign in as another user (LOG-20)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await registerAccount(foyer, foyer.browser(), eve)
  const body = { email: eve.email, password: eve.password }
  await foyer.browser().visit('register.store', { ...eve, email: 'eve@two.example', terms: true })
  const link = await foyer.linkInMail()

  const withToken = await laptop.visit('login.store', body)
  const fromElsewhere = await laptop.json('/login', {
    method: 'POST',
    body,
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  const withoutToken = await laptop.request('/login', {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
  })
  const byLink = await laptop.visitPath(link, { method: 'POST', body: {} })

  assert.equal(withToken.location, '/dashboard')
  assert.deepEqual([fromElsewhere.location, withoutToken.location], ['/dashboard', '/dashboard'])
  assert.equal(byLink.location, link)
  const { props } = (await laptop.visit('dashboard')).page
  assert.partialDeepStrictEqual(props, { auth: { user: { email } } })
})

test('a deleted account responds like an unknown address (LOG-22)', async (t) => {
  const { foyer } = await signedInAda(t)
  await eraseAllAccounts(foyer.db)
  const browser = await browserAt(foyer, '192.0.2.1')
  const ask = async (address: string) => {
    const body = { email: address, password }
    const { status, text } = await browser.json('/login', { method: 'POST', body })
    return [status, text]
  }

  assert.deepEqual(await ask(email), await ask('nobody@example.com'))
})
