import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { readConfig } from './config.ts'
import { ConfigError, EnvReader } from './env-reader.ts'
import { readProviders } from './providers.ts'

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
