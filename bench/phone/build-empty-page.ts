import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { build } from 'vite'

import type { App } from '#app/http/server/app-type.ts'

/** Builds empty-page.tsx into one script. @returns mounts the page and its script */
export async function buildEmptyPage(folder: string): Promise<(app: App, path: string) => void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: join(import.meta.dirname, 'empty-page.tsx'),
        output: { entryFileNames: 'empty-page.js' },
      },
    },
  })
  const script = gzipSync(await readFile(join(folder, 'empty-page.js')))
  const config = { access: 'public', inertia: false } as const
  return (app, path) => {
    app.get(path, { config }, (request, reply) => {
      const { nonce } = request
      const html = `<!doctype html><html lang="en"><title>Empty</title>
        <meta name="viewport" content="width=device-width">
        <script type="module" nonce="${nonce}" src="${path}.js"></script>
        <div id="app"><h1>Empty</h1></div>`
      return reply.type('text/html').send(html)
    })
    app.get(`${path}.js`, { config }, (_request, reply) =>
      reply.type('text/javascript').header('content-encoding', 'gzip').send(script),
    )
  }
}
