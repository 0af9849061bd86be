import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'

import { createStorageDir, readKeys, readOrCreateKeys, writeKeys } from './key-files.ts'

test('the first start creates a folder and a key that only the owner can read', (t) => {
  const dir = join(temporaryFolder(t), 'deep', 'storage')

  const [key] = readOrCreateKeys(dir, 'app.key')

  assert.equal(key?.length, 32)
  assert.equal(statSync(dir).mode & 0o777, 0o700)
  assert.equal(statSync(join(dir, 'app.key')).mode & 0o777, 0o600)
  assert.deepEqual(readOrCreateKeys(dir, 'app.key'), [key])
})

test('four processes starting concurrently agree on one key and leave no other file', async (t) => {
  const dir = temporaryFolder(t)

  const keys = await Promise.all([1, 2, 3, 4].map(() => readKeyInAnotherProcess(dir)))

  assert.equal(new Set(keys).size, 1)
  assert.equal(keys[0], readOrCreateKeys(dir, 'app.key')[0]?.toString('hex'))
  assert.deepEqual(readdirSync(dir), ['app.key'])
})

test('threads that create the same deep folder concurrently all succeed', async (t) => {
  const dir = join(temporaryFolder(t), ...Array<string>(60).fill('deep'))
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const script = `
    const { gate, dir, keyFiles } = require('node:worker_threads').workerData
    import(keyFiles).then(({ createStorageDir }) => {
      Atomics.add(gate, 0, 1)
      while (Atomics.load(gate, 0) < 4);
      createStorageDir(dir)
    })`
  const keyFiles = import.meta.resolve('./key-files.ts')

  const exits = Array.from({ length: 4 }, () =>
    once(new Worker(script, { eval: true, workerData: { gate, dir, keyFiles } }), 'exit'),
  )

  assert.deepEqual(await Promise.all(exits), [[0], [0], [0], [0]])
})

test('ignores the temporary file of an interrupted start', (t) => {
  const dir = temporaryFolder(t)
  writeFileSync(join(dir, 'app.key.0190'), 'c2hv')

  assert.equal(readOrCreateKeys(dir, 'app.key')[0]?.length, 32)
})

test('keys are replaced atomically, the new one first, and stay readable only by the owner', (t) => {
  const dir = temporaryFolder(t)
  const [old] = readOrCreateKeys(dir, 'app.key')
  const path = join(dir, 'app.key')

  writeKeys(path, [Buffer.alloc(32, 7), ...(old ? [old] : [])])

  assert.deepEqual(readKeys(path), [Buffer.alloc(32, 7), old])
  assert.deepEqual(readOrCreateKeys(dir, 'app.key'), readKeys(path))
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(dir), ['app.key'])
})

test('a folder that the system refuses to create is an error, not an endless loop', () => {
  assert.throws(() => createStorageDir('/proc/x/y'), /ENOENT/)
})

async function readKeyInAnotherProcess(dir: string): Promise<string> {
  const script = `
    const { readOrCreateKeys } = await import(process.argv[1])
    process.stdout.write(readOrCreateKeys(process.argv[2], 'app.key')[0].toString('hex'))`
  const module = import.meta.resolve('./key-files.ts')
  const args = ['--input-type=module', '-e', script, module, dir]
  return (await promisify(execFile)(process.execPath, args)).stdout
}

function temporaryFolder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-storage-'))
  t.after(() => rmSync(dir, { recursive: true }))
  return dir
}
