import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'

import { isPasswordTooLong } from '#app/platform/validation/password-length.ts'

import {
  currentCost,
  remainingCost,
  hashLimits,
  hashPassword,
  needsRehash,
  passwordMatches,
  workFactor,
} from './password-hash.ts'

const Password = 'correct horse battery staple'

test('a hash is argon2id with 19 MiB, two passes and a unique salt', async () => {
  const [one, other] = await Promise.all([hashPassword(Password), hashPassword(Password)])

  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, other)
})

test('only the same password matches', async () => {
  const hash = await hashPassword(Password)

  assert.equal(await passwordMatches(Password, hash), true)
  assert.equal(await passwordMatches(`${Password} `, hash), false)
  assert.equal(await passwordMatches('', hash), false)
})

test('the whole password is compared, also after NUL (LOG-18)', async () => {
  const hash = await hashPassword('before\0after')

  assert.equal(await passwordMatches('before\0after', hash), true)
  assert.equal(await passwordMatches('before\0other', hash), false)
  assert.equal(await passwordMatches('before', hash), false)
})

test('é as one code point or as two is the same password; ﬁ and fi are not (LOG-19)', async () => {
  const hash = await hashPassword('caf\u00E9 ﬁ')

  assert.equal(await passwordMatches('cafe\u0301 ﬁ', hash), true)
  assert.equal(await passwordMatches('caf\u00E9 fi', hash), false)
})

test('an unknown account costs as much time as a wrong password', async () => {
  const hash = await hashPassword(Password)
  const [known, unknown] = [await cpuMicroseconds(hash), await cpuMicroseconds(null)]

  assert.ok(unknown > known / 2, `${unknown} µs against ${known} µs`)
  assert.equal(await passwordMatches(Password, null), false)
})

test('a hash with other cost parameters still matches and needs a rehash', async () => {
  const salt = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', {
    message: Password,
    nonce: salt,
    memory: 8192,
    passes: 1,
    parallelism: 2,
    tagLength: 32,
  })
  const old = `$argon2id$v=19$m=8192,t=1,p=2$${unpaddedBase64(salt)}$${unpaddedBase64(tag)}`

  assert.equal(await passwordMatches(Password, old), true)
  assert.ok(needsRehash(old))
  assert.ok(!needsRehash(await hashPassword(Password)))
})

test('checking against a cheaper old hash adds the missing work, so that every wrong password costs the same (LOG-03)', () => {
  const old = { memory: 8192, passes: 1 }
  const phc = (settings: string) => `$argon2id$v=19$${settings}$${'A'.repeat(22)}$${'A'.repeat(43)}`

  const remaining = remainingCost(phc(`m=${old.memory},t=${old.passes},p=2`))

  assert.equal(
    workFactor({ ...old, parallelism: 2 }) + (remaining ? workFactor(remaining) : 0),
    workFactor(currentCost),
  )
  assert.equal(remainingCost(phc('m=19456,t=2,p=1')), null)
  assert.equal(remainingCost(phc('m=65536,t=3,p=1')), null)
  assert.equal(remainingCost('no hash at all'), null)
})

test('an unparsable hash matches nothing', async () => {
  assert.equal(await passwordMatches(Password, '$2y$10$abcdefghijklmnopqrstuv'), false)
  assert.equal(await passwordMatches('', ''), false)
})

test('rejects a password that is too long instead of truncating it', async () => {
  const longest = '👍'.repeat(1024)

  assert.ok(!isPasswordTooLong(longest))
  assert.ok(isPasswordTooLong(`${longest}x`))
  assert.equal(await passwordMatches(`${longest}x`, await hashPassword(longest)), false)
  await assert.rejects(hashPassword(`${longest}x`), RangeError)
})

test('hashing many passwords does not block file access', async () => {
  let done = 0
  const hashes = Array.from({ length: 24 }, () =>
    passwordMatches(Password, null).then(() => done++),
  )

  await stat('.')
  const doneBeforeFile = done
  await Promise.all(hashes)

  assert.ok(doneBeforeFile < 16, `${doneBeforeFile} of 24 were done first`)
})

/** CPU time, not wall clock time. */
async function cpuMicroseconds(hash: string | null): Promise<number> {
  const before = process.cpuUsage()
  await passwordMatches('a wrong password', hash)
  await passwordMatches('a wrong password', hash)
  return process.cpuUsage(before).user
}

function unpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

test('workers divide the cores but one, and leave a thread of the pool to others', () => {
  const atOnce = (workers: number, cores: number, threads = 4) =>
    hashLimits({ workers, cores, threads }).concurrency

  assert.deepEqual([atOnce(1, 2), atOnce(1, 4), atOnce(1, 16), atOnce(1, 16, 32)], [1, 3, 3, 15])
  assert.deepEqual([atOnce(2, 8), atOnce(4, 8), atOnce(8, 8)], [3, 1, 1])
})
