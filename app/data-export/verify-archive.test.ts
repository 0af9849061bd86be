import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js'

import { createCli, runCliCommand } from '#testing/cli.ts'
import { confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

configure({ useWebWorkers: false })

test('the command in the README verifies the data export elsewhere, packed and unpacked (LGX-16)', async (t) => {
  const { archive, verify } = await adaWithExport(t)
  const files = await unzip(archive)
  const readme = files.get('README.txt')?.toString() ?? ''
  const [, command, key = ''] = /npm run foyer -- (\S+) <zip> --key (\S+)/.exec(readme) ?? []

  assert.equal(command, 'export:verify')
  const { status, json } = await verify(archive, key)
  assert.equal(status, 0)
  assert.partialDeepStrictEqual(json, { whole: true, faults: [], files: files.size })
  assert.equal((await verify(files, key)).status, 0)
})

test('verifying an export detects a file that was changed, added or removed (LGX-16)', async (t) => {
  const { archive, faultsIn } = await adaWithExport(t)
  const files = await unzip(archive)
  const forged = Buffer.from('[]')

  assert.ok(files.size > 5)
  for (const file of files.keys()) {
    const without = new Map([...files].filter(([name]) => name !== file))
    const isSignature = file === 'SIGNATURE' || file === 'SHA256SUMS'
    const unsigned = { file: 'SHA256SUMS', fault: 'not signed' }
    const changed = isSignature ? unsigned : { file, fault: 'changed' }
    assert.deepEqual(await faultsIn(new Map([...files, [file, forged]])), [changed])
    const missing = isSignature ? unsigned : { file, fault: 'missing' }
    assert.deepEqual(await faultsIn(without), [missing])
    assert.deepEqual(await faultsIn(await zip(without)), [missing])
  }
  const added = new Map([...files, ['photo-of-eve.webp', forged]])
  assert.deepEqual(await faultsIn(added), [{ file: 'photo-of-eve.webp', fault: 'added' }])
  assert.deepEqual(await faultsIn(await zip(added)), [
    { file: 'photo-of-eve.webp', fault: 'added' },
  ])
})

test('verifying an export rejects a list of files that was changed with its file, and the list of another export (LGX-16)', async (t) => {
  const { archive, faultsIn, verify, key } = await adaWithExport(t)
  const other = await adaWithExport(t)
  const [files, otherFiles] = [await unzip(archive), await unzip(other.archive)]
  const list = files.get('SHA256SUMS')?.toString() ?? ''
  const withoutAccount = new Map([...files].filter(([name]) => name !== 'account.json'))
  const shorterList = list.replace(/.*account\.json\n/, '')
  const unsigned = [{ file: 'SHA256SUMS', fault: 'not signed' }]

  assert.notEqual(shorterList, list)
  withoutAccount.set('SHA256SUMS', Buffer.from(shorterList))
  assert.deepEqual(await faultsIn(withoutAccount), unsigned)
  const mixed = new Map([...files, ['SHA256SUMS', otherFiles.get('SHA256SUMS') ?? Buffer.alloc(0)]])
  assert.deepEqual(await faultsIn(mixed), unsigned)
  assert.equal((await verify(archive, other.key)).status, 1)
  assert.equal((await verify(other.archive, other.key)).status, 0)
  assert.equal((await verify(archive, 'no key')).status, 2)
  assert.equal((await verify(Buffer.from('no archive'), key)).status, 1)
})

test('verifying an export with any byte changed fails, unless it still unpacks to the same files (LGX-16)', async (t) => {
  const { archive, key, verify } = await adaWithExport(t)
  const files = await unzip(archive)
  const step = Math.ceil(archive.length / 60)
  let failed = 0

  for (let at = 3; at < archive.length; at += step) {
    const damaged = Buffer.from(archive.map((byte, index) => (index === at ? byte ^ 4 : byte)))
    const { status } = await verify(damaged, key)
    failed += status
    if (status === 0) assert.deepEqual(await unzip(damaged), files, `byte ${at}`)
  }
  assert.ok(failed > 30)
})

test('verifying an export rejects data before or after the archive, and two archives in one file (LGX-16)', async (t) => {
  const { archive, key, verify } = await adaWithExport(t)
  const text = Buffer.from('x')

  for (const parts of [
    [archive, archive],
    [archive, text],
    [text, archive],
  ])
    assert.equal((await verify(Buffer.concat(parts), key)).status, 1)
})

test('an export stays verifiable after both keys were rotated, and not with the new key alone (LGX-16)', async (t) => {
  const { foyer, archive, key, verify } = await adaWithExport(t)
  const published = async () =>
    (await foyer.browser().request('/.well-known/foyer-record-key')).text.trim()

  for (const option of ['--reseal', '--forget', '--checkpoint'])
    assert.equal((await createCli(foyer)('key:rotate', option, '--yes')).status, 0)
  const keys = await published()

  assert.deepEqual(keys.split('\n').slice(1), [key])
  const keyFile = join(foyer.config.storageDir, 'published')
  await writeFile(keyFile, keys)
  assert.equal((await verify(archive, keyFile)).status, 0)
  assert.equal((await verify(archive, key)).status, 0)
  assert.equal((await verify(archive, keys.split('\n')[0] ?? '')).status, 1)
  assert.equal((await createCli(foyer)('export:verify', await write(t, archive))).status, 0)
})

async function adaWithExport(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const archive = await exportOf(foyer, laptop)
  const key = (await foyer.browser().request('/.well-known/foyer-record-key')).text.trim()
  // No database, storage or secret of the server.
  const elsewhere = await mkdtemp(join(tmpdir(), 'foyer-elsewhere-'))
  t.after(() => rm(elsewhere, { recursive: true }))
  const variables = { STORAGE_DIR: elsewhere, DATABASE_URL: 'sqlite:/nowhere/at/all' }
  const verify = async (content: Buffer | Map<string, Buffer>, publicKey: string) => {
    const args = ['export:verify', await write(t, content), '--key', publicKey, '--json']
    return runCliCommand(args, { variables, clock: foyer.clock })
  }
  const faultsIn = async (content: Buffer | Map<string, Buffer>) =>
    (await verify(content, key)).json['faults']
  return { foyer, archive, key, verify, faultsIn }
}

async function exportOf(foyer: TestApp, browser: TestBrowser): Promise<Buffer> {
  await confirmPassword(browser)
  await browser.visit('data-export.store')
  await foyer.mails()
  return (await browser.open('/user/data-export')).raw.rawPayload
}

/** Writes a file, or a folder with files. @returns its path */
async function write(t: TestContext, content: Buffer | Map<string, Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-verify-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'export')
  if (Buffer.isBuffer(content)) {
    await writeFile(path, content)
    return path
  }
  await mkdir(path)
  for (const [name, bytes] of content) await writeFile(join(path, name), bytes)
  return path
}

async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const entry of await new ZipReader(new Uint8ArrayReader(archive)).getEntries()) {
    if (entry.directory) continue
    files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())))
  }
  return files
}

async function zip(files: Map<string, Buffer>): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter())
  for (const [name, bytes] of files) await writer.add(name, new Uint8ArrayReader(bytes))
  return Buffer.from(await writer.close())
}
