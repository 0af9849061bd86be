import assert from 'node:assert/strict'
import { createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { supportedAlgorithms } from '#app/passkeys/verify-webauthn-response.ts'
import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { readConfig } from '#app/platform/config/config.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { codeForStep } from '#app/two-factor/totp.ts'

import { perWindow } from './security-policy/duration.ts'
import { rateLimits } from './security-policy/rate-limits.ts'
import { policyValues } from './security-policy/values.ts'

const root = join(import.meta.dirname, '..')
const documents = [
  'docs/security-policy.md',
  ...(await Array.fromAsync(glob('app/*/README.md', { cwd: root }))),
]
const texts = await Promise.all(documents.map((path) => readFile(join(root, path), 'utf8')))

interface Row {
  title: string
  text: string
}

/** The body rows of all tables; the title is the first cell that is unique, the text the cells after it. */
function tableRows(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const cells = /^\| (?<cells>.+) \|$/.exec(line)?.groups?.['cells']?.split(' | ') ?? []
    const [first = '', second = '', ...rest] = cells
    if (['secret', 'personal', 'operational'].includes(first))
      return [{ title: second, text: rest.join(' | ') }]
    return cells.length > 1 ? [{ title: first, text: cells.slice(1).join(' | ') }] : []
  })
}

/** The rows that testing/security-docs.test.ts checks. */
const isPromiseId = (title: string) => /^(?:[A-Z]+-)*[\d.]+$/.test(title)

/** Names of algorithms and formats contain digits that are not values. */
const names = /PBKDF2|SHA-\d+|AES-256-GCM|ES256|RS256|Ed25519|argon2\w*|RFC \d+|\b503\b/g

/** Rows whose text lacks a value of the code, or states a number that no value covers. */
function wrongRows(rows: Row[], values: Record<string, string[]>): string[] {
  return rows.flatMap(({ title, text }) => {
    const missing = (values[title] ?? []).filter((value) => !text.includes(value))
    const rest = (values[title] ?? []).reduce((left, value) => left.replace(value, ''), text)
    const [uncovered] = /\S*\d\S*/.exec(rest.replace(names, '')) ?? []
    return [
      ...missing.map((value) => `${title}: the code says ${value}`),
      ...(uncovered ? [`${title}: no constant is compared with ${uncovered}`] : []),
    ]
  })
}

function describeLimits({ perIp, perIpAndAccount, perAccount }: AttemptLimits): string {
  return [[perIp], perIpAndAccount, [perAccount]]
    .map((limits) => limits.map(perWindow).join(', '))
    .map((cell) => cell || 'none')
    .join(' | ')
}

function valuesInCode(t: TestContext): Record<string, string[]> {
  const storageDir = mkdtempSync(join(tmpdir(), 'foyer-policy-'))
  t.after(() => rmSync(storageDir, { recursive: true }))
  const config = readConfig({ STORAGE_DIR: storageDir })
  return policyValues(config, (setting) => rangeOf(setting, storageDir))
}

/** The range that the error for a value outside of it names, such as "8 to 128". */
function rangeOf(setting: string, storageDir: string): string {
  try {
    readConfig({ STORAGE_DIR: storageDir, [setting]: '-1' })
  } catch (error) {
    return /\d+ to \d+/.exec(String(error))?.[0] ?? 'unknown range'
  }
  return 'no range'
}

test('every number in the tables of docs/security-policy.md is the value in the code (2.1.1, 2.1.3, 5.1.1, 7.1.1, 11.1.2, 13.1.2)', (t) => {
  const limits = Object.entries(rateLimits).map(([title, value]) => [
    title,
    [describeLimits(value)],
  ])
  const values = { ...valuesInCode(t), ...Object.fromEntries(limits) }
  const rows = texts.flatMap(tableRows).filter(({ title }) => !isPromiseId(title))
  const titles = rows.map(({ title }) => title)

  assert.ok(Object.keys(values).length > 70)
  assert.deepEqual(wrongRows(rows, values), [])
  assert.deepEqual(
    Object.keys(values).filter((title) => titles.filter((it) => it === title).length !== 1),
    [],
  )
})

test('docs/security-policy.md lists exactly the rate limits in the code (6.1.1)', async () => {
  const paths = await Array.fromAsync(glob('app/**/*.ts', { cwd: root }))
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
  const inCode = texts.flatMap((text) => text.match(/\bperIp: per\(/g) ?? [])

  assert.equal(Object.keys(rateLimits).length, inCode.length)
  assert.equal(new Set(Object.values(rateLimits)).size, inCode.length)
})

test('the algorithms of docs/security-policy.md are those in use (11.1.2)', async () => {
  const key = Buffer.alloc(32, 7)
  const keyring = createKeyring({ current: key, previous: [] })
  const subKey = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `foyer/${use}/mail`, 32))
  const encrypted = Buffer.from(keyring.encrypt('mail', 'hello', 'row'), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', subKey('seal'), encrypted.subarray(2, 14))
  decipher.setAAD(Buffer.concat([encrypted.subarray(0, 2), Buffer.from('row')]))
  decipher.setAuthTag(encrypted.subarray(-16))

  assert.equal(decipher.update(encrypted.subarray(14, -16), undefined, 'utf8'), 'hello')
  assert.equal(decipher.final('utf8'), '')
  assert.equal(
    keyring.sign('mail', 'hello'),
    createHmac('sha256', subKey('sign')).update('hello').digest('base64url'),
  )
  assert.equal(hashSecret('secret'), createHash('sha256').update('secret').digest('hex'))
  assert.match(await hashPassword('correct horse'), /^\$argon2id\$/)
  // RFC 4226, appendix D, which is HMAC-SHA-1.
  assert.equal(codeForStep(Buffer.from('12345678901234567890'), 1), '287082')
  // COSE numbers of Ed25519, ES256 and RS256.
  assert.deepEqual(supportedAlgorithms, [-8, -7, -257])
})

test('the check finds a stale value, and a number without a constant', () => {
  const rows = tableRows('| Session, idle | 9 minutes |\n| Links in emails | 1 hour, 3 times |')

  assert.deepEqual(
    wrongRows(rows, { 'Session, idle': ['2 hours'], 'Links in emails': ['1 hour'] }),
    [
      'Session, idle: the code says 2 hours',
      'Session, idle: no constant is compared with 9',
      'Links in emails: no constant is compared with 3',
    ],
  )
})
