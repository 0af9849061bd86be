import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { setListeningPort, readConfig } from './config.ts'
import { ConfigError } from './env-reader.ts'

const randomKey = 'TMahK1wK5fCd1vAPGSv6IfkkyoUMk3Tv1f9VJ5GqFuQ='

test('an empty environment is a local Foyer on localhost that keeps everything in storage', (t) => {
  const storageDir = temporaryFolder(t)

  const config = readConfig({ STORAGE_DIR: storageDir })

  assert.equal(config.env, 'local')
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.appUrl.href, 'http://localhost:3000/')
  assert.equal(config.origin, 'http://localhost:3000')
  assert.equal(config.databaseUrl, `sqlite:${join(storageDir, 'foyer.sqlite')}`)
  assert.equal(config.mailUrl, `file:${join(storageDir, 'mail')}`)
  assert.deepEqual(config.mailFrom, { name: 'Foyer', address: 'no-reply@localhost' })
  assert.equal(config.appKeys.current.length, 32)
  assert.equal(config.passwordMinLength, 12)
  assert.equal(config.redisUrl, null)
})

test('an address elsewhere means production', (t) => {
  const config = readConfig(productionVariables(t))

  assert.equal(config.env, 'production')
  assert.equal(config.origin, 'https://foyer.example')
  assert.equal(config.appKeys.current.toString('base64'), randomKey)
})

test('with port 0 the address follows the port the system chose', (t) => {
  const config = readConfig({ STORAGE_DIR: temporaryFolder(t), PORT: '0' })

  setListeningPort(config, 49_152)

  assert.equal(config.port, 49_152)
  assert.equal(config.origin, 'http://localhost:49152')
  assert.equal(config.appUrl.href, 'http://localhost:49152/')
})

test('with port 0 an address that was given stays', (t) => {
  const appUrl = 'http://localhost:8080'
  const config = readConfig({ STORAGE_DIR: temporaryFolder(t), PORT: '0', APP_URL: appUrl })

  setListeningPort(config, 49_152)

  assert.equal(config.origin, appUrl)
})

test('every problem is said at once and names its variable', (t) => {
  const storageDir = join(temporaryFolder(t), 'new')
  const variables = {
    STORAGE_DIR: storageDir,
    PORT: '70000',
    APP_URL: 'localhost',
    WORKERS: 'many',
    REGISTRATION: 'maybe',
    TRUST_PROXY: '10.0.0.0/33',
  }

  const problems = configProblems(variables)

  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    ['PORT', 'APP_URL', 'TRUST_PROXY', 'WORKERS', 'REGISTRATION'],
  )
  assert.ok(!existsSync(storageDir), 'a refused start makes nothing')
})

const invalidSettings: [string, Record<string, string>, RegExp][] = [
  ['an address with a path', { APP_URL: 'http://localhost:3000/app' }, /^APP_URL .*without a path/],
  ['a bare IP address', { APP_URL: 'http://127.0.0.1:3000' }, /^APP_URL .*not an IP address/],
  ['a key of the wrong length', { APP_KEY: 'c2hvcnQ=' }, /^APP_KEY .*32 random bytes/],
  ['an old key that is none', { APP_PREVIOUS_KEYS: `${randomKey},x` }, /^APP_PREVIOUS_KEYS/],
  ['a database in memory', { DATABASE_URL: 'sqlite::memory:' }, /^DATABASE_URL/],
  ['an unknown database', { DATABASE_URL: 'mysql://localhost/foyer' }, /^DATABASE_URL/],
  ['a Redis that is none', { REDIS_URL: 'localhost:6379' }, /^REDIS_URL/],
  ['mail by pigeon', { MAIL_URL: 'pigeon:coop' }, /^MAIL_URL/],
  ['a sender without an address', { MAIL_FROM: 'Foyer' }, /^MAIL_FROM/],
  ['a sender with two lines', { MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, /^MAIL_FROM/],
  ['short passwords', { PASSWORD_MIN_LENGTH: '4' }, /^PASSWORD_MIN_LENGTH/],
  ['a header that is none', { COUNTRY_HEADER: 'a b' }, /^COUNTRY_HEADER must be/],
  ['a header nobody vouches for', { COUNTRY_HEADER: 'x-country' }, /^COUNTRY_HEADER needs/],
  ['a demand that is none', { REQUIRE_TWO_FACTOR: 'yes' }, /^REQUIRE_TWO_FACTOR/],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL/],
  ['a provider without its key', { CHANNELS_HOST: 'ws.example' }, /^CHANNELS_APP_ID/],
  ['a channels key with spaces', { CHANNELS_KEY: 'a b' }, /^CHANNELS_KEY must be letters/],
  ['a short channels secret', { CHANNELS_SECRET: 'short' }, /^CHANNELS_SECRET .*16 characters/],
  ['a provider that is an address', { CHANNELS_HOST: 'https://ws.example' }, /^CHANNELS_HOST/],
  ['local with a public address', { APP_ENV: 'local', APP_URL: 'https://a.example' }, /^APP_ENV/],
]

for (const [what, variables, sentence] of invalidSettings) {
  test(`refuses ${what} (CFG-01)`, (t) => {
    const [first] = configProblems({ STORAGE_DIR: temporaryFolder(t), ...variables })

    assert.match(first ?? '', sentence)
  })
}

const unsafeSettings: [string, Record<string, string>, RegExp][] = [
  ['without mail', { MAIL_URL: '' }, /^MAIL_URL must be set/],
  ['over plain http', { APP_URL: 'http://foyer.example' }, /^APP_URL must begin with https/],
  [
    'with channels in the clear',
    {
      CHANNELS_APP_ID: '1',
      CHANNELS_KEY: 'key',
      CHANNELS_SECRET: 'a secret of the provider',
      CHANNELS_HOST: 'ws.example',
      CHANNELS_SCHEME: 'http',
    },
    /^CHANNELS_SCHEME must be https/,
  ],
  [
    'with a typed key',
    { APP_KEY: btoa('a long but very typed passphrase') },
    /^APP_KEY does not look/,
  ],
  ['with a key of one byte', { APP_KEY: Buffer.alloc(32, 200).toString('base64') }, /^APP_KEY/],
  ['with the test clock', { TEST_CLOCK: '1' }, /^TEST_CLOCK/],
]

for (const [what, variables, sentence] of unsafeSettings) {
  test(`production refuses to start ${what} (CFG-01)`, (t) => {
    const problems = configProblems({ ...productionVariables(t), ...variables })

    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', sentence)
  })
}

test('the operator’s tool runs in production without mail', (t) => {
  const variables = { ...productionVariables(t), MAIL_URL: '' }

  assert.equal(readConfig(variables, { isCli: true }).env, 'production')
})

test('a problem never repeats a password from an address', () => {
  const [problem = ''] = configProblems({ REDIS_URL: 'http://:hunter2@redis.example' })

  assert.match(problem, /^REDIS_URL/)
  assert.doesNotMatch(problem, /hunter2/)
})

test('a key file that was cut short is said, not replaced', (t) => {
  const storageDir = temporaryFolder(t)
  writeFileSync(join(storageDir, 'app.key'), 'c2hvcnQ=\n')

  assert.match(configProblems({ STORAGE_DIR: storageDir })[0] ?? '', /^STORAGE_DIR .*app\.key/)
})

test('a storage folder that cannot be made is said', () => {
  const [problem = ''] = configProblems({ STORAGE_DIR: '/dev/null/storage' })

  assert.match(problem, /^STORAGE_DIR cannot be used: .*ENOTDIR/)
})

function configProblems(variables: Record<string, string>): readonly string[] {
  try {
    readConfig(variables)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

function productionVariables(t: TestContext) {
  return {
    STORAGE_DIR: temporaryFolder(t),
    APP_URL: 'https://foyer.example',
    APP_KEY: randomKey,
    MAIL_URL: 'smtps://mail.example',
  }
}

function temporaryFolder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-config-'))
  t.after(() => rmSync(dir, { recursive: true }))
  return dir
}
