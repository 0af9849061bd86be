import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { signedInAda } from '#testing/signed-in-accounts.ts'

const dist = join(import.meta.dirname, '../../dist')

/** The current build's scripts with a Pusher client; files of the previous build are ignored. */
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

test('the realtime client is one script, loaded lazily after hydration', async (t) => {
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

test('the SSR bundle contains no realtime client', async () => {
  assert.deepEqual(await scriptsWithPusherClient('ssr'), [])
  assert.equal((await readdir(join(dist, 'ssr'))).includes('ssr.js'), true)
})
