import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { readConfig } from '#app/platform/config/config.ts'
import { Unavailable } from '#app/platform/errors.ts'
import { type Fault, startS3Server } from '#testing/s3-server.ts'

import { createFileStore } from './file-store.ts'

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bucket-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function bucketStore(t: TestContext) {
  const server = await startS3Server(t)
  const config = readConfig({ STORAGE_DIR: temporaryFolder(t), ...server.settings })
  return { ...server, config, store: await createFileStore(config) }
}

const namesIn = async (
  files: { list(folder: string): AsyncIterable<{ name: string }> },
  folder: string,
) => (await Array.fromAsync(files.list(folder), ({ name }) => name)).toSorted()

test('stores, lists, streams and removes files in a bucket', async (t) => {
  const { store, config } = await bucketStore(t)
  const draft = join(config.storageDir, 'draft')
  writeFileSync(draft, 'an archive'.repeat(100_000))

  await store.write('photos/a-96.webp', Buffer.from('a picture'))
  await store.moveIn(draft, 'exports/b.zip')

  assert.equal((await store.read('photos/a-96.webp'))?.toString(), 'a picture')
  const streamed = await (await store.open('exports/b.zip'))?.toArray()
  assert.equal(Buffer.concat(streamed ?? []).length, 1_000_000)
  assert.ok(!existsSync(draft))
  assert.deepEqual(await namesIn(store, 'photos'), ['a-96.webp'])
  for await (const { modifiedAt } of store.list('exports'))
    assert.ok(Math.abs(Date.now() - modifiedAt) < 60_000)
  await store.remove('photos/a-96.webp')
  await store.remove('photos/a-96.webp')
  assert.equal(await store.read('photos/a-96.webp'), null)
  assert.equal(await store.open('photos/a-96.webp'), null)
})

test('lists more files than one page of the bucket holds', async (t) => {
  const { store, requests, copyFile } = await bucketStore(t)
  const names = Array.from({ length: 1001 }, (_, index) => `${1000 + index}.webp`)
  await store.write('photos/1000.webp', Buffer.from('x'))
  await copyFile('photos/1000.webp', names.slice(1))
  requests.length = 0

  assert.deepEqual(await namesIn(store, 'photos'), names)
  assert.equal(requests.length, 2)
})

for (const fault of [500, 503, 429, 'hang up'] satisfies Fault[]) {
  test(`repeats a request after ${fault}`, async (t) => {
    const { store, faults, requests } = await bucketStore(t)
    faults.push(fault, fault)

    await store.write('photos/a-96.webp', Buffer.from('a picture'))

    assert.equal((await store.read('photos/a-96.webp'))?.toString(), 'a picture')
    assert.equal(requests.length, 4)
  })
}

test('repeats a request that is not answered within five seconds', async (t) => {
  const { store, faults } = await bucketStore(t)
  faults.push('silence')

  await store.write('photos/a-96.webp', Buffer.from('a picture'))

  assert.equal((await store.read('photos/a-96.webp'))?.toString(), 'a picture')
})

test('a file that stops arriving fails within seconds', async (t) => {
  const { store, faults } = await bucketStore(t)
  await store.write('exports/a.zip', Buffer.alloc(1000, 'x'))
  faults.push('stall')

  const file = await store.open('exports/a.zip')
  const startedAt = performance.now()

  await assert.rejects(file?.toArray() ?? Promise.resolve(), Unavailable)
  assert.ok(performance.now() - startedAt < 8000)
})

test('gives up after three attempts, and never reads a failure as a missing file', async (t) => {
  const { store, faults, requests } = await bucketStore(t)
  faults.push(503, 503, 503)

  await assert.rejects(store.read('photos/a-96.webp'), Unavailable)
  assert.equal(requests.length, 3)
})
