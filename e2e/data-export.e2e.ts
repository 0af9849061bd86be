import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'

import { confirmInDialog, createAccount } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

configure({ useWebWorkers: false })
const foyer = startTestServer()

test('the data is collected and downloaded, and its checksums verify', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile/data#data-export')

  await page.getByRole('button', { name: 'Request my data' }).click()
  await confirmInDialog(page, person)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])

  const folder = await mkdtemp(join(tmpdir(), 'foyer-export-'))
  t.after(() => rm(folder, { recursive: true }))
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk)
  const zip = new ZipReader(new Uint8ArrayReader(Buffer.concat(chunks)))
  for (const entry of await zip.getEntries()) {
    if (entry.directory) continue
    await writeFile(join(folder, entry.filename), await entry.getData(new Uint8ArrayWriter()))
  }
  const checksumOutput = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.match(checksumOutput, /account\.json: OK/)
})
