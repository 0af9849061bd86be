import { join } from 'node:path'

import { build } from 'vite'

/** Builds element.tsx as the application builds its renderer, and returns its path. */
export async function buildElement(folder: string): Promise<string> {
  const input = 'bench/visits/element.tsx'
  await build({
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, emptyOutDir: true, ssr: input, rolldownOptions: { input } },
  })
  return join(folder, 'element.js')
}
