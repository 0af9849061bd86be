import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { signedInAda } from '#testing/people.ts'

const dist = join(import.meta.dirname, '../../dist')

/** The built scripts that speak the protocol; those of the build before are still there, and do not count. */
async function scriptsWithPusherClient(folder: 'browser' | 'ssr'): Promise<string[]> {
  const names = folder === 'ssr' ? await readdir(join(dist, folder)) : await manifestFiles()
  const scripts = names.filter((name) => name.endsWith('.js'))
  const containsClient = await Promise.all(
    scripts.map(async (name) =>
      (await readFile(join(dist, folder, name), 'utf8')).includes('pusher_internal:'),
    ),
  )
  return scripts.filter((_, index) => containsClient[index])
}

async function manifestFiles(): Promise<string[]> {
  const manifest = await readFile(join(dist, 'browser/.vite/manifest.json'), 'utf8')
  return Object.values(JSON.parse(manifest)).map((entry) => Object(entry).file)
}

test('what listens is one script, which no document asks for: it comes once the page is useful', async (t) => {
  const { laptop } = await signedInAda(t)
  const [script = '', ...more] = await scriptsWithPusherClient('browser')

  assert.deepEqual([script !== '', more], [true, []])
  for (const path of ['/dashboard', '/user/profile', '/time-travel']) {
    const { status, text } = await laptop.open(path)
    assert.equal(status, 200)
    assert.match(text, /type="module"/)
    assert.ok(!text.includes(script), path)
  }
})

test('what draws pages on the server has nothing that could open a socket', async () => {
  assert.deepEqual(await scriptsWithPusherClient('ssr'), [])
  assert.equal((await readdir(join(dist, 'ssr'))).includes('ssr.js'), true)
})
