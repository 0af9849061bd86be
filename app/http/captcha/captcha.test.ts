import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'

import { createChallenge, solveChallenge } from 'altcha-lib/v1'

import { ada } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const form = { ...ada, terms: true }
const altcha = { CHALLENGE: 'altcha' }

type Captcha = Awaited<ReturnType<typeof createChallenge>>

test('a browser that did the proof of work registers, and the same work counts once (BOT-06)', async (t) => {
  const foyer = await createTestApp(t, altcha)
  const answer = await solvedWork(foyer.browser())

  const statuses = await Promise.all(
    ['a@example.com', 'b@example.com', 'c@example.com'].map((email) =>
      register(foyer.browser(), { email, altcha: answer }),
    ),
  )
  const rewritten = Buffer.from(` ${Buffer.from(answer, 'base64').toString()}`).toString('base64')

  assert.deepEqual(statuses.toSorted(), [303, 422, 422])
  assert.equal(await register(foyer.browser(), { altcha: rewritten }), 422)
  assert.equal((await foyer.mails()).length, 1)
})

test('a proof of work that is expired, wrong or signed by somebody else is refused (BOT-06, BOT-07)', async (t) => {
  const foyer = await createTestApp(t, altcha)
  const late = await solvedWork(foyer.browser())
  const own = await createChallenge({ hmacKey: 'guess', maxNumber: 10, expires: new Date(1e14) })
  foyer.clock.advance(30 * minutes)
  const wrong = { ...(await work(foyer.browser())), number: -1 }

  const answers = [late, await solve(own), encode(wrong), 'x', '{}', encode({}), encode(null)]
  const statuses = []
  for (const answer of answers) statuses.push(await register(foyer.browser(), { altcha: answer }))

  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 422, 422])
  assert.deepEqual(await foyer.mails(), [])
})

test('few forms without a captcha answer are accepted, from one network and from everybody (BOT-07)', async (t) => {
  const foyer = await createTestApp(t, altcha)
  const browser = foyer.browser()
  const send = (from: TestBrowser, index: number) =>
    register(from, { email: `ada-${index}@example.com` })

  const ofOne = [await send(browser, 1), await send(browser, 2), await send(browser, 3)]
  const fourth = await send(browser, 4)
  const ofOthers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => send(foyer.browser(), 10 + index)),
  )

  assert.deepEqual([...ofOne, fourth], [303, 303, 303, 429])
  assert.equal(ofOthers.filter((status) => status === 303).length, 27)
  const answer = await solvedWork(browser)
  assert.equal(await register(browser, { email: 'x@example.com', altcha: answer }), 303)
})

test('the waitlist requires a captcha too (BOT-07)', async (t) => {
  const foyer = await createTestApp(t, { ...altcha, REGISTRATION: 'waitlist' })
  const browser = foyer.browser()

  await browser.visit('waitlist.store', { email: ada.email, altcha: encode({}) })
  const before = (await foyer.mails()).length
  await browser.visit('waitlist.store', { email: ada.email, altcha: await solvedWork(browser) })

  assert.deepEqual([before, (await foyer.mails()).length], [0, 1])
})

test('without CHALLENGE no form requires a captcha, and no work is offered', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()

  assert.equal((await browser.json('/sign-up-challenge')).status, 404)
  assert.equal((await browser.visit('register')).page.props['challenge'], null)
})

const services = { turnstile: 'cf-turnstile-response', hcaptcha: 'h-captcha-response' }

for (const [kind, field] of Object.entries(services))
  test(`${kind} verifies the answer of its widget (BOT-07)`, async (t) => {
    const asked: Record<string, string>[] = []
    const url = await startService(t, async (request, response) => {
      const fields = Object.fromEntries(new URLSearchParams(await text(request)))
      asked.push(fields)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ success: fields['response'] === 'right', 'error-codes': [] }))
    })
    const foyer = await createTestApp(t, settings(kind, url))
    const browser = foyer.browser('203.0.113.7')

    const page = (await browser.visit('register')).page.props['challenge']
    const statuses = [
      await register(browser, { [field]: 'wrong' }),
      await register(browser, { [field]: 'right' }),
    ]

    assert.deepEqual(page, { kind, siteKey: 'site' })
    assert.deepEqual(statuses, [422, 303])
    assert.deepEqual(asked.at(-1), {
      secret: 'hidden',
      response: 'right',
      remoteip: '203.0.113.7',
      sitekey: 'site',
    })
  })

test('a captcha service that fails, redirects or does not end counts as no answer (BOT-08)', async (t) => {
  const broken = [
    (_: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end(),
    (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(307, { location: '/' }).end(),
    (_: IncomingMessage, response: ServerResponse) => void response.end('{"success":"yes"}'),
    (_: IncomingMessage, response: ServerResponse) =>
      void response.end(JSON.stringify({ success: true, more: 'x'.repeat(20_000) })),
  ]

  await Promise.all(
    broken.map(async (respond) => {
      const foyer = await createTestApp(t, settings('turnstile', await startService(t, respond)))
      const browser = foyer.browser()
      const statuses = []
      for (const email of ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'])
        statuses.push(await register(browser, { email, 'cf-turnstile-response': 'x' }))
      assert.deepEqual(statuses, [303, 303, 303, 429])
    }),
  )
})

test('a captcha service that hangs counts as no answer after five seconds (BOT-08)', async (t) => {
  const foyer = await createTestApp(t, settings('hcaptcha', await startService(t, () => {})))
  const startedAt = performance.now()

  assert.equal(await register(foyer.browser(), { 'h-captcha-response': 'x' }), 303)
  assert.ok(performance.now() - startedAt >= 4_900)
})

test('the content security policy names a captcha service only when it is set (BOT-09)', async (t) => {
  const policyWith = async (variables: Record<string, string>) => {
    const foyer = await createTestApp(t, variables)
    return (await foyer.browser().open('/register')).header('content-security-policy') ?? ''
  }
  const [none, work, turnstile, hcaptcha] = await Promise.all([
    policyWith({}),
    policyWith(altcha),
    policyWith(settings('turnstile', 'http://localhost')),
    policyWith(settings('hcaptcha', 'http://localhost')),
  ])

  assert.doesNotMatch(none, /worker-src|cloudflare|hcaptcha/)
  assert.match(work, /worker-src 'self'/)
  assert.doesNotMatch(work, /cloudflare|hcaptcha/)
  assert.match(turnstile, /frame-src 'self' https:\/\/challenges\.cloudflare\.com;/)
  assert.match(hcaptcha, /frame-src 'self' https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com;/)
  for (const policy of [work, turnstile, hcaptcha]) assert.doesNotMatch(policy, /unsafe/)
})

function settings(kind: string, url: string): Record<string, string> {
  const keys = { CHALLENGE_SITE_KEY: 'site', CHALLENGE_SECRET: 'hidden' }
  return { CHALLENGE: kind, CHALLENGE_VERIFY_URL: url, ...keys }
}

async function register(browser: TestBrowser, fields: object): Promise<number> {
  if (!browser.cookies.has('XSRF-TOKEN')) await browser.open('/login')
  const body = { ...form, ...fields }
  return (await browser.json('/register', { method: 'POST', body })).status
}

async function work(browser: TestBrowser): Promise<Captcha> {
  return (await browser.json('/sign-up-challenge')).raw.json()
}

async function solvedWork(browser: TestBrowser): Promise<string> {
  return solve(await work(browser))
}

/** Solves it with Altcha's own solver. */
async function solve({ maxnumber, ...given }: Captcha): Promise<string> {
  const { challenge, salt, algorithm } = given
  const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise
  assert.ok(solution)
  return encode({ ...given, number: solution.number })
}

function encode(answer: unknown): string {
  return Buffer.from(JSON.stringify(answer)).toString('base64')
}

async function startService(
  t: TestContext,
  respond: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<string> {
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/siteverify`
}
