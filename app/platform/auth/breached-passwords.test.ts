import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { ada } from '#testing/signed-in-accounts.ts'
import { spawnServer } from '#testing/spawn-server.ts'
import { createTestApp } from '#testing/test-app.ts'

import { requireSearchableBreachFile, containsHash, isInFile } from './breached-passwords.ts'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const breached = Array.from({ length: 50_000 }, (_, index) => `stolen in breach ${index}`)

const breachFileText = (passwords: string[]) =>
  `${passwords
    .map((it) => `${sha1(it)}:${it.length}`)
    .toSorted()
    .join('\r\n')}\r\n`

async function writeBreachFile(t: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-test-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'passwords.txt')
  await writeFile(file, text)
  return file
}

async function checkEach(file: string, passwords: string[]): Promise<boolean[]> {
  const found: boolean[] = []
  for (const password of passwords) found.push(await isInFile(file, password))
  return found
}

test('the search finds every password in the file of breached ones, including the first and the last, and no other (6.2.12)', async (t) => {
  const file = await writeBreachFile(t, breachFileText(breached))
  const passwordByHash = new Map(breached.map((password) => [sha1(password), password]))
  const listed = [...passwordByHash.keys()]
    .toSorted()
    .filter((_, at) => at % 500 === 0 || at < 3 || at > breached.length - 4)
    .map((hash) => passwordByHash.get(hash) ?? '')
  const unlisted = listed.map((it) => `${it} or not`)

  await requireSearchableBreachFile(file)

  assert.ok((await checkEach(file, listed)).every(Boolean))
  assert.ok(!(await checkEach(file, unlisted)).some(Boolean))
})

test('a file of breached passwords may have lower-case hashes, no counts and no final newline', async (t) => {
  const passwords = breached.slice(0, 3)
  const file = await writeBreachFile(
    t,
    passwords
      .map((it) => sha1(it).toLowerCase())
      .toSorted()
      .join('\n'),
  )

  await requireSearchableBreachFile(file)

  assert.deepEqual(await checkEach(file, [...passwords, 'never seen']), [true, true, true, false])
})

test('searching a file of 45 gigabytes of breached passwords takes forty reads', async () => {
  const lines = 1_000_000_000
  const hashAt = (line: number) => line.toString(16).padStart(8, '0').padEnd(40, '7').toUpperCase()
  const lineLength = 45
  let reads = 0
  const read = async (position: number) => {
    reads++
    const first = Math.floor(position / lineLength)
    const text = [first, first + 1, first + 2].map((line) => `${hashAt(line)}:123\n`).join('')
    return text.slice(position % lineLength)
  }

  assert.equal(await containsHash(read, lines * lineLength, hashAt(765_432_109)), true)
  assert.equal(await containsHash(read, lines * lineLength, hashAt(5).replaceAll('7', '8')), false)
  assert.ok(reads <= 80, `${reads} reads`)
})

const unusable: [string, string, RegExp][] = [
  ['empty', '', /the file is empty/],
  [
    'out of order',
    breachFileText(breached.slice(0, 9)).split('\r\n').toReversed().join('\n').trim(),
    /not sorted/,
  ],
  ['of plain passwords', breached.slice(0, 9).join('\n'), /not a SHA-1/],
]

for (const [what, text, sentence] of unusable) {
  test(`a file of breached passwords that is ${what} is rejected`, async (t) => {
    await assert.rejects(requireSearchableBreachFile(await writeBreachFile(t, text)), sentence)
  })
}

test('the server does not start when the file of breached passwords is invalid or missing', async (t) => {
  const BREACHED_PASSWORDS = await writeBreachFile(t, 'password\n')

  const unsorted = await spawnServer(t, { BREACHED_PASSWORDS })
  const missing = await spawnServer(t, { BREACHED_PASSWORDS: '/nowhere/to/be/found' })

  assert.deepEqual([await unsorted.waitForExit(), await missing.waitForExit()], [1, 1])
  assert.match(unsorted.output(), /BREACHED_PASSWORDS cannot be used: it has a line/)
  assert.match(missing.output(), /BREACHED_PASSWORDS cannot be used: there is no file/)
})

test('registration rejects a breached password, and every password while the file cannot be read', async (t) => {
  const file = await writeBreachFile(t, breachFileText(breached))
  const foyer = await createTestApp(t, { BREACHED_PASSWORDS: file })
  const browser = foyer.browser()
  await browser.open('/register')
  const register = (password: string) =>
    browser.json('/register', { method: 'POST', body: { ...ada, password, terms: true } })

  const rejected = await register(breached[4711] ?? '')
  const accepted = await register('a row of quiet engines')
  await rm(file)
  const unavailable = await register('another row of engines')

  assert.deepEqual(rejected.raw.json().errors.password, [
    'That password has appeared in a data breach. Choose another.',
  ])
  assert.deepEqual([rejected.status, accepted.status, unavailable.status], [422, 303, 503])
})
