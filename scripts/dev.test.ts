import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { freePort } from '#testing/front.ts'

const root = join(import.meta.dirname, '..')

test('while developing, pages are drawn from their sources, and browsers get those too', async (t) => {
  const origin = await developing(t)

  const page = await fetch(`${origin}/login`)
  const script = await fetch(`${origin}/web/browser.tsx`)

  assert.equal(page.status, 200)
  assert.match(await page.text(), /<h1[^>]*>Sign in/)
  assert.equal(script.status, 200)
  assert.match(await script.text(), /createInertiaApp/)
})

/** Starts what `npm run dev` watches. @returns where it listens */
async function developing(t: TestContext): Promise<string> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-dev-'))
  const port = await freePort()
  const { PATH } = process.env
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: { PATH, PORT: String(port), STORAGE_DIR: storage },
  })
  const exit = once(child, 'exit')
  t.after(async () => {
    child.kill()
    await exit
    await rm(storage, { recursive: true, force: true })
  })
  await Promise.race([once(child.stdout, 'data'), exit])
  assert.equal(child.exitCode, null, String(child.stderr.read()))
  return `http://localhost:${port}`
}
