import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'

import { viteAssets } from '@foyer/inertia/vite'

const manifest = {
  'client.tsx': {
    file: 'assets/client-1.js',
    isEntry: true,
    imports: ['_shared.js'],
    dynamicImports: ['Pages/Home.tsx'],
    css: ['assets/client-1.css'],
  },
  '_shared.js': {
    file: 'assets/shared-1.js',
    imports: ['_react.js'],
    css: ['assets/shared-1.css'],
  },
  '_react.js': { file: 'assets/react-1.js', imports: ['_shared.js'] },
  'Pages/Home.tsx': { file: 'assets/Home-1.js', isDynamicEntry: true },
}

async function manifestFile(t: TestContext, content: object = manifest): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inertia-vite-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(content))
  return join(folder, 'manifest.json')
}

test("an entry's tags are its style sheets, its script and the chunks it imports", async (t) => {
  const { tags } = viteAssets(await manifestFile(t))
  assert.deepEqual(tags('client.tsx'), [
    '<link rel="stylesheet" href="/assets/client-1.css">',
    '<link rel="stylesheet" href="/assets/shared-1.css">',
    '<script type="module" src="/assets/client-1.js"></script>',
    '<link rel="modulepreload" href="/assets/shared-1.js">',
    '<link rel="modulepreload" href="/assets/react-1.js">',
  ])
})

test('the base is put before each file', async (t) => {
  const file = pathToFileURL(await manifestFile(t))
  const [, , script] = viteAssets(file, { base: 'https://cdn.test/a&b/' }).tags('client.tsx')
  assert.equal(
    script,
    '<script type="module" src="https://cdn.test/a&amp;b/assets/client-1.js"></script>',
  )
})

test('the version changes with the files, and only with them', async (t) => {
  const first = viteAssets(await manifestFile(t)).version
  const same = viteAssets(await manifestFile(t)).version
  const other = { ...manifest, '_react.js': { file: 'assets/react-2.js' } }

  assert.match(first, /^[0-9a-f]{16}$/)
  assert.equal(same, first)
  assert.notEqual(viteAssets(await manifestFile(t, other)).version, first)
})

test('a missing manifest and an unknown entry are errors that say what to do', async (t) => {
  assert.throws(
    () => viteAssets('/nowhere/manifest.json'),
    /\/nowhere\/manifest\.json.*vite build/s,
  )
  const { tags } = viteAssets(await manifestFile(t))
  assert.throws(() => tags('main.tsx'), /"main\.tsx".*client\.tsx/)
  assert.throws(() => tags('constructor'), /"constructor"/)
})
