/** Builds the browser and server-rendering bundles with Vite, with compressed copies of files that gain by it. */
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { build as viteBuild } from 'vite'

import { removeStaleTempDirs, replaceBundles } from './bundles.ts'

const minCompressBytes = 1024

export async function build(): Promise<void> {
  await removeStaleTempDirs()
  await replaceBundles(async (folder) => {
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
  })
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
