import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { readConfig } from './config.ts'
import { ConfigError, EnvReader } from './env-reader.ts'
import { readProviders, readProviderSettings } from './provider-settings.ts'

const credentials = (id: string) => ({
  [`PROVIDER_${id}_CLIENT_ID`]: 'id',
  [`PROVIDER_${id}_CLIENT_SECRET`]: 'secret',
})

test('known providers need credentials only, others an issuer', () => {
  const env = new EnvReader({
    PROVIDERS: 'google, my-idp',
    ...credentials('GOOGLE'),
    ...credentials('MY_IDP'),
    PROVIDER_MY_IDP_ISSUER: 'https://login.acme.example/realms/a',
    PROVIDER_MY_IDP_SECOND_FACTORS: 'mfa, hwk',
  })

  const [google, own] = readProviders(env)

  assert.deepEqual(env.problems, [])
  assert.equal(google?.issuer.href, 'https://accounts.google.com/')
  assert.deepEqual([google?.label, google?.secondFactors], ['Google', []])
  assert.equal(own?.issuer.href, 'https://login.acme.example/realms/a')
  assert.deepEqual([own?.label, own?.secondFactors], ['my-idp', ['mfa', 'hwk']])
})

const badSettings: [what: string, settings: Record<string, string>, problem: RegExp][] = [
  ['a missing secret', { PROVIDER_GOOGLE_CLIENT_ID: 'id' }, /^PROVIDER_GOOGLE_CLIENT_SECRET must/],
  ['no issuer', { PROVIDERS: 'acme', ...credentials('ACME') }, /^PROVIDER_ACME_ISSUER must be set/],
  ['plain http', { PROVIDER_GOOGLE_ISSUER: 'http://idp.example' }, /^PROVIDER_GOOGLE_ISSUER must/],
  ['a bad name', { PROVIDERS: 'Google' }, /^PROVIDERS must list names/],
  [
    'a required domain that belongs to none',
    { ...credentials('GOOGLE'), REQUIRE_PROVIDER: 'example.com' },
    /^REQUIRE_PROVIDER has example\.com, which/,
  ],
  [
    'a domain of two, in two spellings',
    {
      PROVIDERS: 'google,gitlab',
      ...credentials('GOOGLE'),
      ...credentials('GITLAB'),
      PROVIDER_GOOGLE_DOMAINS: 'bücher.example',
      PROVIDER_GITLAB_DOMAINS: 'XN--BCHER-KVA.example',
    },
    /belongs to two/,
  ],
  [
    'an address instead of a domain',
    { ...credentials('GOOGLE'), PROVIDER_GOOGLE_DOMAINS: 'ada@example.com' },
    /^PROVIDER_GOOGLE_DOMAINS must list domains/,
  ],
  [
    'a key that is none',
    { PROVIDERS: 'apple', PROVIDER_APPLE_PRIVATE_KEY: 'secret' },
    /^PROVIDER_APPLE_PRIVATE_KEY must be the content of the \.p8 file/,
  ],
  ['a name twice', { PROVIDERS: 'google,google' }, /^PROVIDERS must name each/],
]

for (const [what, settings, problem] of badSettings) {
  test(`rejects providers with ${what}`, async (t) => {
    const storage = await mkdtemp(join(tmpdir(), 'foyer-test-'))
    t.after(() => rm(storage, { recursive: true }))

    assert.throws(
      () => readConfig({ STORAGE_DIR: storage, PROVIDERS: 'google', ...settings }),
      (error) => error instanceof ConfigError && error.problems.some((it) => problem.test(it)),
    )
  })
}

test('a sign-in at GitHub never counts as a confirmation; at Google and Microsoft only if enabled', () => {
  const env = new EnvReader({
    PROVIDERS: 'google,microsoft,github,gitlab',
    ...credentials('GOOGLE'),
    ...credentials('MICROSOFT'),
    ...credentials('GITHUB'),
    ...credentials('GITLAB'),
    PROVIDER_GITHUB_CONFIRMS: '1',
    PROVIDER_GITHUB_BACKCHANNEL_LOGOUT: '1',
  })

  const confirms = readProviderSettings(env).providers.map((provider) => provider.confirms)

  assert.deepEqual(confirms, [false, false, false, true])
})
