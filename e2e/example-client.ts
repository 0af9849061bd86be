import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

/** Builds the client with the example form as its only page. Call once per test file. @returns the folder, once built */
export function buildExampleClient(): () => string {
  let distDir: string

  before(async () => {
    distDir = await mkdtemp(join(tmpdir(), 'foyer-client-'))
    const resolvePage = fileURLToPath(import.meta.resolve('./example-form.tsx'))
    await build({
      logLevel: 'error',
      resolve: { alias: { '#web/resolve-page.ts': resolvePage } },
      build: { outDir: join(distDir, 'browser') },
    })
  })
  after(() => rm(distDir, { recursive: true, force: true }))

  return () => distDir
}
