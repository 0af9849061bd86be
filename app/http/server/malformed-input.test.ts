import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

const asJson = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }
const asForm = { ...asJson, 'content-type': 'application/x-www-form-urlencoded' }

test('an unreadable body is rejected with the matching status (PAR-02)', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const status = async (body: string, headers: Record<string, string> = asJson) =>
    (await browser.request('/login', { method: 'POST', body, headers })).status

  assert.equal(await status('{"email":'), 400)
  assert.equal(await status('[]'), 400)
  assert.equal(await status('null'), 400)
  assert.equal(await status('"text"'), 400)
  assert.equal(await status('['.repeat(50_000)), 400)
  assert.equal(await status('{"__proto__":{"a":1}}'), 400)
  assert.equal(await status('{"constructor":{"prototype":{"a":1}}}'), 400)
  assert.equal(await status('x'.repeat(200_000)), 413)
  assert.equal(await status('<a/>', { ...asJson, 'content-type': 'application/xml' }), 415)
  assert.equal(await status('a=1&'.repeat(2000), asForm), 400)
  assert.deepEqual(
    [await status('&'.repeat(999), asForm), await status('&'.repeat(1000), asForm)],
    [422, 400],
  )
})

test('malformed JSON gets the usual error response (PAR-02)', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const good = { email: 'ada@example.com', password: 'x' }
  const rest = '"password":"x"}'
  const bodies = [
    `{"email":1e999,${rest}`,
    `{"email":NaN,${rest}`,
    `{"email":Infinity,${rest}`,
    `\ufeff${JSON.stringify(good)}x`,
    `{"email":"\\ud800",${rest}`,
    `{"email":"a","email":["b"],${rest}`,
    `{"email":${'['.repeat(40_000)}${']'.repeat(40_000)},${rest}`,
    `{"email":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)},${rest}`,
    '1',
    'true',
    '"x"',
    '[[]]',
    '{}',
    '{"email"',
    `${JSON.stringify(good)} {}`,
    "{'email':'a'}",
    `{"email":"a",${rest.slice(0, -1)},}`,
    '/**/{}',
    '\0',
  ]

  for (const body of bodies) {
    const answer = await browser.request('/login', { method: 'POST', body, headers: asJson })
    assert.ok([400, 422].includes(answer.status), body.slice(0, 40))
    assert.equal(typeof answer.raw.json().message, 'string')
    assert.doesNotMatch(answer.text, /JSON|position|token|stack/i)
  }
})

test('no spelling of a content type bypasses validation (PAR-03)', async (t) => {
  const foyer = await createTestApp(t)
  const body = JSON.stringify({ email: ['ada@example.com'], password: { a: 1 } })
  const types = [
    'application/json',
    'application/json;',
    'application/json ; charset=utf-16',
    'APPLICATION/JSON',
    ' application/json',
    'application/json\t',
    'application/json\t; charset=utf-8',
    'application/json, text/plain',
    'application/json; a="b;c"',
    'application/jsonx',
    'application/problem+json',
    'text/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-7',
    'multipart/form-data; boundary=x',
    'a/b/c',
    'application',
    '*/*',
    '',
  ]

  for (const type of types) {
    const browser = foyer.browser()
    const headers = { ...asJson, 'content-type': type }
    const { status } = await browser.request('/login', { method: 'POST', body, headers })
    // With an unsupported type the body is not read, and an empty form is invalid.
    assert.ok([400, 415, 422].includes(status), `${type}: ${status}`)
  }
})

const slowRegexInputs = [
  `${'a'.repeat(30_000)}!`,
  `${'a@'.repeat(15_000)}`,
  `${'a.'.repeat(15_000)}@`,
  `${' '.repeat(30_000)}x`,
  `${'\t \t'.repeat(10_000)};`,
  `${'('.repeat(15_000)}${')'.repeat(15_000)}`,
  `Mozilla/5.0 (${'Version/1.0 Mobile/'.repeat(1500)}`,
  `${'en-'.repeat(10_000)},;q=0.${'1'.repeat(1000)}`,
  `${'en;q=0.5,'.repeat(3000)}*`,
  `${'W/"a",'.repeat(5000)}`,
  `bytes=${'0-,'.repeat(8000)}`,
  `${'-'.repeat(30_000)}1`,
  `${'%'.repeat(30_000)}`,
  `${'\u200d\u0903'.repeat(8000)}x`,
  `${'www.'.repeat(8000)}:/`,
]

/** A catastrophically backtracking pattern would make this test time out. */
test('no input makes a regular expression backtrack for long (PAR-14)', async (t) => {
  const foyer = await createTestApp(t)

  for (const text of slowRegexInputs) {
    const browser = foyer.browser()
    const headerValue = text.replace(/[^ -~]/g, '?')
    browser.userAgent = headerValue
    const headers = {
      ...asJson,
      'accept-language': headerValue,
      'if-none-match': headerValue,
      range: headerValue,
      accept: `application/json, ${headerValue}`,
      'x-inertia-partial-data': headerValue,
      referer: headerValue,
    }
    const fields = { ...ada, terms: true, name: text, email: text, password: text.slice(0, 4000) }
    const register = { method: 'POST', body: fields, headers } as const
    assert.ok((await browser.request('/register', register)).status < 500)
    assert.ok((await browser.request('/login', { headers })).status < 500)
    const login = { method: 'POST', body: { email: text, password: '' }, headers } as const
    assert.ok((await browser.request('/login', login)).status < 500)
  }
})

test('unknown languages and content types get a response (PAR-19)', async (t) => {
  const foyer = await createTestApp(t)
  const contentTypes = [
    'text/css',
    'image/png',
    '*/*;q=0',
    'application/xml',
    ';;;',
    'a/b/c',
    'text/*',
    ',',
  ]
  const languages = [
    'xx',
    'tlh-Latn-x-klingon',
    '*',
    '*;q=0',
    'de;q=x',
    '😀',
    '-',
    'en-US-POSIX, de',
  ]

  for (const accept of contentTypes) {
    const { status } = await foyer.browser().request('/login', { headers: { accept } })
    assert.ok([200, 406].includes(status), accept)
  }
  for (const language of languages) {
    const headers = { accept: 'text/html', 'accept-language': encodeURI(language) }
    const answer = await foyer.browser().request('/login', { headers })
    assert.equal(answer.status, 200, language)
    assert.match(answer.text, /<html lang="(?:en|de)"/)
  }
  const encoded = await foyer
    .browser()
    .request('/login', { headers: { 'accept-encoding': 'x, *;q=0' } })
  assert.equal(encoded.status, 200)
})

test('prototype keys in a form are ignored (PAR-01)', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const answer = await browser.request('/login', {
    method: 'POST',
    body: '__proto__[polluted]=1&constructor[prototype][polluted]=1&email=a&password=b',
    headers: asForm,
  })

  assert.equal(answer.status, 422)
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('long, nested and duplicate query parameters are handled (PAR-04)', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const status = async (query: string) => (await browser.open(`/login?${query}`)).status

  assert.equal(await status('a=1&a=2&b[]=1&c[x]=1'), 200)
  assert.equal(await status('a[b][c][d][e][f][g]=1'), 200)
  assert.equal(
    await status(Array.from({ length: 30 }, (_, index) => `a[${index}]=1`).join('&')),
    200,
  )
  assert.equal(await status('__proto__[x]=1'), 200)
  assert.equal(await status('a=1&'.repeat(1500)), 400)
  assert.equal(await status('a=%00'), 200)
})

test('a URL that cannot be decoded is rejected without being echoed (PAR-05)', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const answer = await browser.open('/%E0%A4%A<script>not-echoed')

  assert.equal(answer.status, 400)
  assert.doesNotMatch(answer.text, /not-echoed|%E0/)
})

test('names and addresses with NUL, lone surrogates or invisible characters are rejected, and nothing is stored', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  const fields = async (change: Record<string, string>) => {
    const body = { ...ada, terms: true, ...change }
    const answer = await browser.request('/register', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: asJson,
    })
    return Object.keys(answer.raw.json().errors)
  }

  assert.deepEqual(await fields({ name: 'Ada\0' }), ['name'])
  assert.deepEqual(await fields({ name: 'Ada\ud800' }), ['name'])
  assert.deepEqual(await fields({ name: 'Ada\u202egpj' }), ['name'])
  assert.deepEqual(await fields({ email: 'a\0da@example.com' }), ['email'])
  assert.deepEqual(await fields({ email: 'a@b.example\r\nBcc: x@y.example' }), ['email'])
  assert.deepEqual(await foyer.db.selectFrom('one_time_tokens').select('id').execute(), [])
})

test('a field of the wrong type gets a user-facing message', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const answer = await browser.request('/register', {
    method: 'POST',
    body: {
      name: 1,
      email: {},
      password: 'x'.repeat(5000),
      password_confirmation: [],
      terms: 'yes',
    },
    headers: asJson,
  })

  assert.equal(answer.status, 422)
  assert.doesNotMatch(answer.text, /Invalid|expected|received|Too big/)
})

test('an unknown page gets 404 as a visit, a document and JSON', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const visited = await browser.visitPath('/nowhere')
  const opened = await browser.open('/nowhere')
  const json = await browser.json('/nowhere')

  assert.deepEqual([visited.status, visited.page.component], [404, 'Error'])
  assert.deepEqual(
    [opened.status, opened.header('content-type')],
    [404, 'text/html; charset=utf-8'],
  )
  assert.deepEqual([json.status, Object.keys(json.raw.json())], [404, ['message']])
})

test('a method that a page does not support gets 404 (PAR-09)', async (t) => {
  const browser = (await createTestApp(t)).browser()

  assert.equal((await browser.request('/login', { method: 'PUT', body: {} })).status, 404)
  assert.equal((await browser.request('/login?_method=POST')).status, 200)
})

test('a compressed body is rejected (PAR-10)', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const answer = await browser.request('/login', {
    method: 'POST',
    body: {},
    headers: { ...asJson, 'content-encoding': 'gzip' },
  })

  assert.equal(answer.status, 415)
})

test('rejects another host (PAR-06)', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const answer = await browser.request('/login', { headers: { host: 'evil.example' } })

  assert.equal(answer.status, 421)
  assert.doesNotMatch(answer.text, /evil/)
})

test('in development, 127.0.0.1 redirects to the host of APP_URL', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const host = { headers: { host: '127.0.0.1:3000' } }

  const answer = await browser.request('/login?a=1', host)

  assert.equal(answer.location, 'http://localhost:3000/login?a=1')
  // Two slashes would be read as another host.
  const elsewhere = await browser.request('//evil.example/login?a=1', host)
  assert.equal(elsewhere.location, 'http://localhost:3000/login?a=1')
  assert.equal((await browser.request('/up', host)).status, 200)
  assert.equal((await browser.request('/login', { ...host, method: 'POST', body: {} })).status, 421)
})

test('an address that cannot be decoded gets the error page; the API answers JSON', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const page = await browser.open('/%ff?from=link')
  const api = await browser.open('/api/%ff')

  assert.equal(page.status, 400)
  assert.match(page.text, /<h1[^>]*>That request didn&#x27;t work<\/h1>/)
  assert.deepEqual([api.status, api.raw.json()], [400, { message: "That address isn't valid." }])
  assert.equal((await browser.open('/terms%2dof-service')).status, 200)
})
