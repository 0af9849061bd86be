import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { ada } from '#testing/people.ts'
import { product } from '#testing/product.ts'
import { server } from '#testing/server.ts'

import { checkBreachedPasswords, holds, isBreached } from './breached-passwords.ts'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const stolen = Array.from({ length: 50_000 }, (_, one) => `stolen in breach ${one}`)

/** As it is offered for download: `HASH:count`, lines ended as on Windows. */
const download = (passwords: string[]) =>
  `${passwords
    .map((it) => `${sha1(it)}:${it.length}`)
    .toSorted()
    .join('\r\n')}\r\n`

async function fileOf(t: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-test-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'passwords.txt')
  await writeFile(file, text)
  return file
}

async function known(file: string, passwords: string[]): Promise<boolean[]> {
  const found: boolean[] = []
  for (const password of passwords) found.push(await isBreached(file, password))
  return found
}

test('each password of the file is known, the first and the last, and no other is (6.2.12)', async (t) => {
  const file = await fileOf(t, download(stolen))
  const inOrder = stolen.toSorted((a, b) => (sha1(a) < sha1(b) ? -1 : 1))
  const some = inOrder.filter((_, at) => at % 500 === 0 || at < 3 || at > inOrder.length - 4)
  const others = some.map((it) => `${it} or not`)

  await checkBreachedPasswords(file)

  assert.ok((await known(file, some)).every(Boolean))
  assert.ok(!(await known(file, others)).some(Boolean))
})

test('bare hashes in small letters, without an end to the last line, are a file too', async (t) => {
  const passwords = stolen.slice(0, 3)
  const file = await fileOf(
    t,
    passwords
      .map((it) => sha1(it).toLowerCase())
      .toSorted()
      .join('\n'),
  )

  await checkBreachedPasswords(file)

  assert.deepEqual(await known(file, [...passwords, 'never seen']), [true, true, true, false])
})

test('in a file of 45 gigabytes it takes forty reads', async () => {
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

  assert.equal(await holds(read, lines * lineLength, hashAt(765_432_109)), true)
  assert.equal(await holds(read, lines * lineLength, hashAt(5).replaceAll('7', '8')), false)
  assert.ok(reads <= 80, `${reads} reads`)
})

const useless: [string, string, RegExp][] = [
  ['empty', '', /the file is empty/],
  [
    'out of order',
    download(stolen.slice(0, 9)).split('\r\n').toReversed().join('\n').trim(),
    /not in the order/,
  ],
  ['of plain passwords', stolen.slice(0, 9).join('\n'), /no SHA-1/],
]

for (const [what, text, sentence] of useless) {
  test(`a file that is ${what} is refused`, async (t) => {
    await assert.rejects(checkBreachedPasswords(await fileOf(t, text)), sentence)
  })
}

test('the server does not start with one, nor where there is none', async (t) => {
  const BREACHED_PASSWORDS = await fileOf(t, 'password\n')

  const unsorted = await server(t, { BREACHED_PASSWORDS })
  const missing = await server(t, { BREACHED_PASSWORDS: '/nowhere/to/be/found' })

  assert.deepEqual([await unsorted.ended(), await missing.ended()], [1, 1])
  assert.match(unsorted.output(), /BREACHED_PASSWORDS cannot be used: it has a line/)
  assert.match(missing.output(), /BREACHED_PASSWORDS cannot be used: there is no file/)
})

test('nobody may choose a stolen password; while the file cannot be read, nobody chooses any', async (t) => {
  const file = await fileOf(t, download(stolen))
  const foyer = await product(t, { BREACHED_PASSWORDS: file })
  const browser = foyer.browser()
  await browser.open('/register')
  const register = (password: string) =>
    browser.json('/register', { method: 'POST', body: { ...ada, password, terms: true } })

  const refused = await register(stolen[4711] ?? '')
  const welcome = await register('a row of quiet engines')
  await rm(file)
  const blind = await register('another row of engines')

  assert.deepEqual(refused.response.json().errors.password, [
    'That password was stolen somewhere and is known to thieves. Choose another.',
  ])
  assert.deepEqual([refused.status, welcome.status, blind.status], [422, 303, 503])
})
