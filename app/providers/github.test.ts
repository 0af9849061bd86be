import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'

import { bannerOn, leaveForProvider } from '#testing/provider-flows.ts'
import { createTestApp } from '#testing/test-app.ts'

const startPath = '/sign-in/github'

interface Email {
  email: string
  primary: boolean
  verified: boolean
}

/** GitHub's OAuth and API, as its documentation describes them for a server of one's own. */
async function startGithub(t: TestContext, emails: Email[]) {
  const requests: { path: string; body: URLSearchParams; authorization: string | undefined }[] = []
  const answers: Record<string, unknown> = {
    '/login/oauth/access_token': { access_token: 'gho_1', token_type: 'bearer', scope: '' },
    '/api/v3/user': { id: 583231, login: 'ada', name: null },
    '/api/v3/user/emails': emails,
  }
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      const path = request.url ?? ''
      const { authorization } = request.headers
      requests.push({ path, body: new URLSearchParams(body), authorization })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answers[path] ?? {}))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const foyer = await createTestApp(t, {
    PROVIDERS: 'github',
    PROVIDER_GITHUB_ISSUER: issuer,
    PROVIDER_GITHUB_CLIENT_ID: 'Iv1.foyer',
    PROVIDER_GITHUB_CLIENT_SECRET: 'known to github',
  })
  return { foyer, issuer, requests }
}

const primaryAddress = { email: 'ada@example.com', primary: true, verified: true }
const workAddress = { email: 'ada@work.example', primary: false, verified: true }

test('GitHub signs in by its numeric id and its primary address', async (t) => {
  const { foyer, issuer, requests } = await startGithub(t, [workAddress, primaryAddress])
  const laptop = foyer.browser()

  const start = await leaveForProvider(laptop, startPath)
  const state = start.searchParams.get('state')
  const done = await laptop.open(`${startPath}/callback?code=abc&state=${state}`)

  assert.equal(start.origin + start.pathname, `${issuer}/login/oauth/authorize`)
  assert.equal(start.searchParams.get('scope'), 'read:user user:email')
  assert.equal(done.location, '/dashboard')
  const [token, ...apiCalls] = requests
  const { client_id, code, code_verifier, redirect_uri } = Object.fromEntries(token?.body ?? [])
  assert.deepEqual([client_id, code], ['Iv1.foyer', 'abc'])
  assert.equal(redirect_uri, 'http://localhost:3000/sign-in/github/callback')
  assert.match(code_verifier ?? '', /^[\w-]{43}$/)
  assert.deepEqual(
    new Set(apiCalls.map(({ authorization }) => authorization)),
    new Set(['Bearer gho_1']),
  )
  const linked = await foyer.db.selectFrom('linked_accounts').selectAll().executeTakeFirst()
  assert.deepEqual([linked?.subject, linked?.email], ['583231', primaryAddress.email])
})

test("GitHub's answer may name its issuer, and an account linked before it did still opens (OID-02)", async (t) => {
  const { foyer, issuer } = await startGithub(t, [primaryAddress])
  const answer = async (parameters: string) => {
    const browser = foyer.browser()
    const state = (await leaveForProvider(browser, startPath)).searchParams.get('state')
    const done = await browser.open(`${startPath}/callback?state=${state}&${parameters}`)
    return done.location === '/login' ? bannerOn(browser) : done.location
  }
  const iss = (url: string) => `iss=${encodeURIComponent(url)}`

  const older = await answer('code=abc')
  const newer = await answer(`code=abc&${iss(`${issuer}/login/oauth`)}`)
  const cancelled = await answer(`error=access_denied&${iss(`${issuer}/login/oauth`)}`)
  const others = [`${issuer}/`, 'https://evil.example/login/oauth']
  const rejected = await Promise.all(others.map((url) => answer(`code=abc&${iss(url)}`)))

  assert.deepEqual([older, newer], ['/dashboard', '/dashboard'])
  assert.match(cancelled ?? '', /You cancelled at GitHub/)
  for (const banner of rejected) assert.match(banner ?? '', /answer of GitHub wasn't valid/)
  const linked = await foyer.db.selectFrom('linked_accounts').select('issuer').execute()
  assert.deepEqual(linked, [{ issuer: `${issuer}/` }])
})

test('an address that GitHub has not verified creates no account, whatever others there are (OID-15)', async (t) => {
  const primary = { email: 'ada@example.com', primary: true, verified: false }
  const { foyer } = await startGithub(t, [workAddress, primary])
  const laptop = foyer.browser()
  const state = (await leaveForProvider(laptop, startPath)).searchParams.get('state')

  await laptop.open(`${startPath}/callback?code=abc&state=${state}`)

  assert.match(await bannerOn(laptop), /GitHub hasn't confirmed your email address/)
  assert.deepEqual(await foyer.db.selectFrom('users').select('id').execute(), [])
})
