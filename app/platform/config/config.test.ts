import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { setListeningPort, readConfig } from './config.ts'
import { ConfigError } from './env-reader.ts'

const randomKey = 'TMahK1wK5fCd1vAPGSv6IfkkyoUMk3Tv1f9VJ5GqFuQ='

test('an empty environment configures a local server on localhost that stores everything in the storage folder', (t) => {
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

test('a session connection belongs to PostgreSQL, and is DATABASE_URL unless it is set', (t) => {
  const STORAGE_DIR = temporaryFolder(t)
  const DATABASE_URL = 'postgres://foyer@pooler:6432/foyer'
  const DATABASE_SESSION_URL = 'postgres://foyer@db:5432/foyer'

  assert.equal(readConfig({ STORAGE_DIR, DATABASE_URL }).databaseSessionUrl, DATABASE_URL)
  const both = readConfig({ STORAGE_DIR, DATABASE_URL, DATABASE_SESSION_URL })
  assert.equal(both.databaseSessionUrl, DATABASE_SESSION_URL)
  assert.deepEqual(configProblems({ STORAGE_DIR, DATABASE_SESSION_URL }), [
    'DATABASE_SESSION_URL needs a DATABASE_URL on PostgreSQL.',
  ])
})

test('a public APP_URL defaults to production', (t) => {
  const config = readConfig(productionVariables(t))

  assert.equal(config.env, 'production')
  assert.equal(config.origin, 'https://foyer.example')
  assert.equal(config.appKeys.current.toString('base64'), randomKey)
})

test('with port 0 the default APP_URL follows the port that the system chose', (t) => {
  const config = readConfig({ STORAGE_DIR: temporaryFolder(t), PORT: '0' })

  setListeningPort(config, 49_152)

  assert.equal(config.port, 49_152)
  assert.equal(config.origin, 'http://localhost:49152')
  assert.equal(config.appUrl.href, 'http://localhost:49152/')
})

test('with port 0 an explicit APP_URL stays', (t) => {
  const appUrl = 'http://localhost:8080'
  const config = readConfig({ STORAGE_DIR: temporaryFolder(t), PORT: '0', APP_URL: appUrl })

  setListeningPort(config, 49_152)

  assert.equal(config.origin, appUrl)
})

test('reports every problem together, each with its variable', (t) => {
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
  assert.ok(!existsSync(storageDir), 'an invalid configuration creates nothing')
})

const invalidSettings: [string, Record<string, string>, RegExp][] = [
  ['an address with a path', { APP_URL: 'http://localhost:3000/app' }, /^APP_URL .*without a path/],
  ['a bare IP address', { APP_URL: 'http://127.0.0.1:3000' }, /^APP_URL .*not an IP address/],
  ['a key of the wrong length', { APP_KEY: 'c2hvcnQ=' }, /^APP_KEY .*32 random bytes/],
  ['an invalid previous key', { APP_PREVIOUS_KEYS: `${randomKey},x` }, /^APP_PREVIOUS_KEYS/],
  ['a database in memory', { DATABASE_URL: 'sqlite::memory:' }, /^DATABASE_URL/],
  ['an unknown database', { DATABASE_URL: 'mysql://localhost/foyer' }, /^DATABASE_URL/],
  ['an invalid Redis URL', { REDIS_URL: 'localhost:6379' }, /^REDIS_URL/],
  ['an unknown mail scheme', { MAIL_URL: 'pigeon:coop' }, /^MAIL_URL/],
  ['a sender without an address', { MAIL_FROM: 'Foyer' }, /^MAIL_FROM/],
  ['a sender with two lines', { MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, /^MAIL_FROM/],
  [
    'an unencrypted security contact',
    { SECURITY_CONTACT: 'http://a.example' },
    /^SECURITY_CONTACT/,
  ],
  ['a password length below the minimum', { PASSWORD_MIN_LENGTH: '4' }, /^PASSWORD_MIN_LENGTH/],
  ['an invalid header name', { COUNTRY_HEADER: 'a b' }, /^COUNTRY_HEADER must be/],
  [
    'a country header without a trusted proxy',
    { COUNTRY_HEADER: 'x-country' },
    /^COUNTRY_HEADER needs/,
  ],
  ['an invalid boolean', { REQUIRE_TWO_FACTOR: 'yes' }, /^REQUIRE_TWO_FACTOR/],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL/],
  ['a provider without its key', { CHANNELS_HOST: 'ws.example' }, /^CHANNELS_APP_ID/],
  [
    'a channels key with spaces',
    { CHANNELS_KEY: 'a b' },
    /^CHANNELS_KEY must contain only letters/,
  ],
  ['a short channels secret', { CHANNELS_SECRET: 'short' }, /^CHANNELS_SECRET .*16 characters/],
  ['a channels host that is a URL', { CHANNELS_HOST: 'https://ws.example' }, /^CHANNELS_HOST/],
  ['local with a public address', { APP_ENV: 'local', APP_URL: 'https://a.example' }, /^APP_ENV/],
]

for (const [what, variables, message] of invalidSettings) {
  test(`the configuration rejects ${what} (CFG-01)`, (t) => {
    const [first] = configProblems({ STORAGE_DIR: temporaryFolder(t), ...variables })

    assert.match(first ?? '', message)
  })
}

const unsafeSettings: [string, Record<string, string>, RegExp][] = [
  ['without mail', { MAIL_URL: '' }, /^MAIL_URL must be set/],
  ['over plain http', { APP_URL: 'http://foyer.example' }, /^APP_URL must begin with https/],
  [
    'with unencrypted channels',
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
    'with a key that is a passphrase',
    { APP_KEY: btoa('a long but very typed passphrase') },
    /^APP_KEY does not look/,
  ],
  ['with a key of one byte', { APP_KEY: Buffer.alloc(32, 200).toString('base64') }, /^APP_KEY/],
  ['with the test clock', { TEST_CLOCK: '1' }, /^TEST_CLOCK/],
  [
    'with webhooks into private networks',
    { WEBHOOKS_ALLOW_PRIVATE: '1' },
    /^WEBHOOKS_ALLOW_PRIVATE/,
  ],
]

for (const [what, variables, message] of unsafeSettings) {
  test(`production refuses to start ${what} (CFG-01)`, (t) => {
    const problems = configProblems({ ...productionVariables(t), ...variables })

    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', message)
  })
}

test('the CLI runs in production without MAIL_URL', (t) => {
  const variables = { ...productionVariables(t), MAIL_URL: '' }

  assert.equal(readConfig(variables, { isCli: true }).env, 'production')
})

test('a problem never quotes the password of a URL', () => {
  const [problem = ''] = configProblems({ REDIS_URL: 'http://:hunter2@redis.example' })

  assert.match(problem, /^REDIS_URL/)
  assert.doesNotMatch(problem, /hunter2/)
})

test('reports a truncated key file and does not replace it', (t) => {
  const storageDir = temporaryFolder(t)
  writeFileSync(join(storageDir, 'app.key'), 'c2hvcnQ=\n')

  assert.match(configProblems({ STORAGE_DIR: storageDir })[0] ?? '', /^STORAGE_DIR .*app\.key/)
})

test('reports a storage folder that cannot be created', () => {
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
