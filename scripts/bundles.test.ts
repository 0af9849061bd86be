import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { isTestFile, readSourceTree } from '#testing/architecture/source-tree.ts'

import { type BundleName, hashSources } from './bundles.ts'

test('a changed page, translation or build tool makes the pages stale', async (t) => {
  const root = await createEmptyRepository(t)

  assert.equal(await isStaleAfter(root, 'web/Pages/Welcome.tsx'), true)
  assert.equal(await isStaleAfter(root, 'app/languages/de/web.json'), true)
  assert.equal(await isStaleAfter(root, 'app/pages.ts'), true)
  assert.equal(await isStaleAfter(root, 'app/home/route-table.ts'), true)
  assert.equal(await isStaleAfter(root, 'app/account-deletion/limits.ts'), true)
  assert.equal(await isStaleAfter(root, 'scripts/translations-vite-plugin.ts'), true)
  assert.equal(await isStaleAfter(root, 'scripts/build-server.ts'), true)
  assert.equal(await isStaleAfter(root, 'testing/translations/extract-messages.ts'), true)
  assert.equal(await isStaleAfter(root, 'testing/architecture/source-tree.ts'), true)
})

test('every server module that the pages import makes them stale', async (t) => {
  const root = await createEmptyRepository(t)
  const modules = serverModulesOfPages()

  assert.ok(modules.includes('app/platform/auth/limits.ts'))
  for (const path of modules) assert.equal(await isStaleAfter(root, path), true, path)
})

test('server-only files and tests do not make the pages stale', async (t) => {
  const root = await createEmptyRepository(t)

  assert.equal(await isStaleAfter(root, 'app/home/routes.ts'), false)
  assert.equal(await isStaleAfter(root, 'web/lib/password-score.test.ts'), false)
  assert.equal(await isStaleAfter(root, 'node_modules/react/index.js'), false)
})

test('a changed server file makes the server stale, a page does not', async (t) => {
  const root = await createEmptyRepository(t)

  assert.equal(await isStaleAfter(root, 'app/home/routes.ts', 'server'), true)
  assert.equal(await isStaleAfter(root, 'packages/i18n/src/msg.ts', 'server'), true)
  assert.equal(await isStaleAfter(root, 'web/Pages/Welcome.tsx', 'server'), false)
  assert.equal(await isStaleAfter(root, 'app/home/home.test.ts', 'server'), false)
})

function serverModulesOfPages(): string[] {
  const sources = readSourceTree(join(import.meta.dirname, '..'), ['{app,web}/**/*.{ts,tsx}'])
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { file, isTypeOnly } of byPath.get(path)?.imports ?? [])
      if (file && !isTypeOnly) visit(file)
  }
  for (const source of sources)
    if (source.path.startsWith('web/') && !isTestFile(source)) visit(source.path)
  return [...reached].filter((path) => path.startsWith('app/') && path.endsWith('.ts'))
}

async function createEmptyRepository(t: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-bundles-'))
  t.after(() => rm(root, { recursive: true }))
  return root
}

async function isStaleAfter(
  root: string,
  path: string,
  bundle: BundleName = 'pages',
): Promise<boolean> {
  const before = hashSources(bundle, root)
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), 'changed')
  return hashSources(bundle, root) !== before
}
