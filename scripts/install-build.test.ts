import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'

import { installBuild } from './install-build.ts'

/** Creates builds of one entry that loads one chunk on first use. */
async function builds(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'foyer-install-'))
  t.after(() => rm(root, { recursive: true }))
  const dist = join(root, 'dist')
  const install = async (version: string) => {
    const folder = join(root, version)
    await mkdir(join(folder, 'assets'), { recursive: true })
    await mkdir(join(folder, '.vite'))
    await writeFile(join(folder, '.vite/manifest.json'), version)
    await writeFile(join(folder, `assets/page-${version}.js`), `export default '${version}'`)
    await writeFile(
      join(folder, 'entry.mjs'),
      `export const page = async () => (await import('./assets/page-${version}.js')).default`,
    )
    await installBuild(folder, dist)
  }
  const chunk = (version: string) => join(dist, `assets/page-${version}.js`)
  return { dist, install, chunk }
}

test('a process of the previous build still loads its chunks after the next build', async (t) => {
  const { dist, install } = await builds(t)
  await install('one')
  const running = await import(pathToFileURL(join(dist, 'entry.mjs')).href)

  await install('two')

  assert.equal(await running.page(), 'one')
  const started = await import(`${pathToFileURL(join(dist, 'entry.mjs')).href}?started`)
  assert.equal(await started.page(), 'two')
})

test('files of older builds are deleted', async (t) => {
  const { install, chunk, dist } = await builds(t)
  for (const version of ['one', 'two', 'three']) await install(version)

  assert.deepEqual(
    ['one', 'two', 'three'].map((version) => existsSync(chunk(version))),
    [false, true, true],
  )
  assert.ok(existsSync(join(dist, '.vite/manifest.json')))
})
