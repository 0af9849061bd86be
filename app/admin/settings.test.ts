import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'

import type { Setting } from '#app/pages.ts'
import { readConfig } from '#app/platform/config/config.ts'
import { shownSetting } from '#app/platform/config/shown-setting.ts'
import { createCli } from '#testing/cli.ts'
import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

/** The page of the settings as an administrator sees it. */
async function settingsPage(t: TestContext, variables: Record<string, string>) {
  const foyer = await createTestApp(t, variables)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await createCli(foyer)('user:role', ada.email, 'admin', '--yes')
  await confirmPassword(laptop)
  const response = await laptop.visit('admin.settings')
  const list: Setting[] = Object(response.page.props['list'])
  return { text: response.text, setting: (name: string) => list.find((it) => it.name === name) }
}

const canary = (name: string) => `canary-${name}-0123456789abcdef`
const { privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'prime256v1',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

test('no secret is on the page of the settings (ADM-30)', async (t) => {
  const appKey = randomBytes(32).toString('base64')
  const previousKey = randomBytes(32).toString('base64')
  const { text, setting } = await settingsPage(t, {
    APP_KEY: appKey,
    APP_PREVIOUS_KEYS: previousKey,
    PROVIDERS: 'google,apple',
    PROVIDER_GOOGLE_CLIENT_ID: 'google-client',
    PROVIDER_GOOGLE_CLIENT_SECRET: canary('google'),
    PROVIDER_APPLE_CLIENT_ID: 'apple-client',
    PROVIDER_APPLE_TEAM_ID: 'team',
    PROVIDER_APPLE_KEY_ID: 'key',
    PROVIDER_APPLE_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
    CHANNELS_SECRET: canary('channels'),
  })

  assert.doesNotMatch(text, /canary/)
  for (const key of [appKey, previousKey]) assert.ok(!text.includes(key))
  const [, pemLine = ''] = privateKey.split('\n')
  assert.ok(pemLine.length > 20 && !text.includes(pemLine))
  for (const name of [
    'APP_KEY',
    'APP_PREVIOUS_KEYS',
    'PROVIDER_GOOGLE_CLIENT_SECRET',
    'PROVIDER_APPLE_PRIVATE_KEY',
    'CHANNELS_SECRET',
  ])
    assert.deepEqual(setting(name), { name, value: null, isSecret: true, isSet: true })
  assert.equal(setting('PROVIDER_GOOGLE_CLIENT_ID')?.value, 'google-client')
})

test('the values that the settings page may show contain no password and no secret of a captcha (ADM-30)', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-settings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const variables = {
    STORAGE_DIR: folder,
    DATABASE_URL: `postgres://foyer:${canary('db')}@db.example.com/foyer`,
    REDIS_URL: `rediss://:${canary('redis')}@redis.example.com:6380/1`,
    MAIL_URL: `smtp://mailer:${canary('mail')}@mail.example.com:587`,
    PWNED_PASSWORDS_URL: `https://u:${canary('pwned')}@pwned.example.com/range?key=${canary('query')}`,
    CHALLENGE: 'turnstile',
    CHALLENGE_SITE_KEY: 'site',
    CHALLENGE_SECRET: canary('challenge'),
  }
  const { settings } = readConfig(variables)

  assert.doesNotMatch(JSON.stringify(settings), /canary/)
  assert.deepEqual(
    settings.flatMap(({ name, value, isSet }) =>
      isSet && value?.includes('example.com') ? [[name, value]] : [],
    ),
    [
      ['DATABASE_URL', 'postgres://…@db.example.com/foyer'],
      ['MAIL_URL', 'smtp://…@mail.example.com:587'],
      ['PWNED_PASSWORDS_URL', 'https://…@pwned.example.com/range?…'],
      ['REDIS_URL', 'rediss://…@redis.example.com:6380/1'],
    ],
  )
})

test('the settings page shows no password of a URL, however it is written (ADM-30)', () => {
  for (const url of [
    `postgresql://${canary('a')}@db.example.com/foyer?password=${canary('b')}`,
    `postgres://db.example.com/foyer?user=foyer&password=${canary('a')}`,
    `postgres://foyer:a@${canary('a')}@db.example.com/foyer#${canary('b')}`,
    `POSTGRES://foyer:${canary('a')}@db.example.com/foyer`,
    `redis://:${canary('a')}@[not a host`,
  ]) {
    const { value } = shownSetting('DATABASE_URL', url, null)
    assert.ok(value)
    assert.doesNotMatch(value, /canary/)
  }
})

test('each setting is shown with its value and whether that is the default (ADM-31)', async (t) => {
  const { setting } = await settingsPage(t, {
    PASSWORD_MIN_LENGTH: '10',
    DENIED_EMAIL_DOMAINS: 'example.net, example.org',
  })

  const shown = (name: string) => [setting(name)?.value, setting(name)?.isSet]
  assert.deepEqual(shown('PASSWORD_MIN_LENGTH'), ['10', true])
  assert.deepEqual(shown('DENIED_EMAIL_DOMAINS'), ['example.net, example.org', true])
  assert.deepEqual(shown('SESSION_IDLE_MINUTES'), ['120', false])
  assert.deepEqual(shown('APP_URL'), ['http://localhost:3000/', false])
  assert.deepEqual(shown('MAIL_FROM'), ['no-reply@localhost', false])
  assert.deepEqual(shown('APP_NAME'), ['Foyer', false])
  assert.deepEqual(shown('REDIS_URL'), [null, false])
  assert.deepEqual(setting('APP_KEY'), {
    name: 'APP_KEY',
    value: null,
    isSecret: true,
    isSet: false,
  })
})
