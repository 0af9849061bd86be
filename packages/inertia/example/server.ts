/** A guest book: `node example/server.ts`, then http://localhost:3000. Vite builds the client first. */
import { join } from 'node:path'

import cookie from '@fastify/cookie'
import files from '@fastify/static'
import { defer, inertia, jsonBody } from '@foyer/inertia'
import { viteAssets } from '@foyer/inertia/vite'
import Fastify from 'fastify'
import { build } from 'vite'

const port = Number(process.env['PORT'] ?? 3000)
const dist = join(import.meta.dirname, 'dist')

await build({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'warn',
  build: { manifest: true, rolldownOptions: { input: 'client.tsx' } },
})
const assets = viteAssets(join(dist, '.vite/manifest.json'))

const app = Fastify()
app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonBody(app))
await app.register(cookie, { secret: 'replace me by 32 random characters' })
await app.register(files, { root: join(dist, 'assets'), prefix: '/assets/' })
await app.register(inertia, {
  version: assets.version,
  origin: `http://localhost:${port}`,
  document: ({ head, body }) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
    ${[...assets.tags('client.tsx'), ...head].join('\n')}</head><body>${body}</body></html>`,
  flashStore: {
    read(request) {
      const { value } = request.unsignCookie(request.cookies['flash'] ?? '')
      return value === null ? {} : JSON.parse(value)
    },
    write(_request, reply, flashData) {
      const options = { signed: true, httpOnly: true, path: '/' }
      reply.setCookie('flash', JSON.stringify(flashData), options)
    },
  },
})

const entries: string[] = []

app.get('/', (_request, reply) =>
  reply.page('Home', { entries, visitors: defer(async () => entries.length) }),
)
app.post<{ Body: { text: string } }>('/entries', (request, reply) => {
  const text = request.body.text.trim().slice(0, 200)
  if (text === '') return reply.errors({ text: 'Write something first.' }).back()
  entries.push(text)
  return reply.flash({ banner: 'Thank you.' }).back()
})

await app.listen({ port })
console.log(`http://localhost:${port}`)
