/** Builds the pages, for browser and server, and the server itself. */
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { build as viteBuild } from 'vite'

import { buildServer } from './build-server.ts'
import {
  type Builders,
  type BundleName,
  isFresh,
  removeStaleTempDirs,
  replaceBundles,
} from './bundles.ts'

const minCompressBytes = 1024

const builders: Builders = {
  pages: buildPages,
  server: (folder) => buildServer('app/server/main.ts', join(folder, 'server')),
  'test-server': (folder) => buildServer('e2e/server-entry.ts', join(folder, 'test-server')),
}

/** Builds those of the bundles that are stale. */
export async function build(names: readonly BundleName[] = ['pages', 'server']): Promise<void> {
  await removeStaleTempDirs()
  const stale: BundleName[] = []
  for (const name of names) if (!(await isFresh(name))) stale.push(name)
  if (stale.length > 0) await replaceBundles(stale, builders)
}

async function buildPages(folder: string): Promise<void> {
  const commonOptions = { logLevel: 'warn', mode: 'production' } as const
  await viteBuild({
    ...commonOptions,
    build: { outDir: join(folder, 'browser'), emptyOutDir: true },
  })
  await viteBuild({
    ...commonOptions,
    // Otherwise the bundle contains React twice and picks the slow development build at run time.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: join(folder, 'ssr'), emptyOutDir: true, ssr: 'web/ssr.tsx' },
  })
  await compress(join(folder, 'browser/assets'))
}

async function compress(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,json}', { cwd: folder })
  await Promise.all(files.map((file) => compressFile(join(folder, file))))
}

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < minCompressBytes) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, brotliOptions),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

if (import.meta.main) {
  const startedAt = performance.now()
  await build()
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
