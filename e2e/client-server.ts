import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import fastifyStatic from '@fastify/static'
import { routeTable } from '@foyer/named-routes'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'

import { routes } from '#app/routes.ts'

const built = join(import.meta.dirname, '../dist')

interface TestPage {
  component: string
  props?: Record<string, unknown>
}

/** What a test may change while its server runs. */
export interface Stage {
  origin: string
  version: string
  locale: string
  /** Whether documents come with the page drawn. */
  isRendered: boolean
  pages: Record<string, TestPage>
  /** Where whatever is sent leads. */
  redirect: string
  requests: { method: string; path: string; isVisit: boolean; body: unknown }[]
  stop: () => Promise<void>
  dist: string
}

/** Serves the built client and whatever pages a test lays out, in the shape of the page protocol, under a policy as strict as ours. */
export async function clientServer(dist = built): Promise<Stage> {
  const app = fastify({ forceCloseConnections: true })
  const stage: Stage = {
    origin: '',
    version: 'v1',
    locale: 'en',
    isRendered: false,
    pages: { ...somePages },
    redirect: '/dashboard',
    requests: [],
    stop: () => app.close(),
    dist,
  }
  await app.register(fastifyStatic, { root: join(dist, 'browser/assets'), prefix: '/assets/' })
  app.all('/*', (request, reply) => answer(stage, request, reply))
  stage.origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return stage
}

const somePages: Stage['pages'] = {
  '/': { component: 'Welcome', props: { canRegister: true } },
  '/login': { component: 'Auth/Login', props: { canRegister: true, status: null } },
  '/terms-of-service': { component: 'TermsOfService', props: legal('What holds here') },
  '/privacy-policy': { component: 'PrivacyPolicy', props: legal('What we keep') },
  '/dashboard': {
    component: 'Dashboard',
    props: {
      auth: { user: { id: '1', name: 'Ada', email: 'ada@example.com', timezone: null } },
      weakSpots: [],
      sessions: [],
      memberSince: '2026-11-21T10:00:00.000Z',
    },
  },
  '/nowhere': { component: 'Nowhere' },
}

function legal(title: string) {
  const html = `<h2>${title}</h2>${'<p>Words.</p>'.repeat(200)}`
  return { html, version: '0123456789ab', updatedAt: '2026-11-21' }
}

async function answer(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { method, url, body, headers } = request
  const [path = '/'] = url.split('?')
  const isVisit = headers['x-inertia'] === 'true'
  stage.requests.push({ method, path, isVisit, body })
  if (method !== 'GET') return reply.redirect(stage.redirect, 303)

  const found = stage.pages[path]
  if (!found) return reply.code(404).type('text/html').send('<h1>Nothing here</h1>')
  const page = pageOf(stage, found, url)
  if (isVisit && headers['x-inertia-version'] !== page.version) {
    const location = { 'x-inertia-location': url, 'x-inertia-version': page.version }
    return reply.code(409).headers(location).send()
  }
  if (isVisit) return reply.header('x-inertia', 'true').send(page)
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html')
    .send(await documentOf(stage, page))
}

type Page = ReturnType<typeof pageOf>

function pageOf({ locale, version }: Stage, { component, props }: TestPage, url: string) {
  const shared = { errors: {}, auth: { user: null }, languages: [], appName: 'Foyer', theme: null }
  const all = { ...shared, locale, ...props }
  const audience = all.auth.user === null ? 'guests' : 'members'
  return { component, props: all, url, version: `${version}-${audience}`, flash: {} }
}

const policy = [
  "default-src 'none'",
  "script-src 'nonce-n' 'strict-dynamic'",
  "style-src 'self' 'nonce-n'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

async function documentOf({ isRendered, locale, dist }: Stage, page: Page): Promise<string> {
  const manifest = JSON.parse(await readFile(join(dist, 'browser/.vite/manifest.json'), 'utf8'))
  const { file, css } = manifest['web/browser.tsx']
  const { head, body } = isRendered ? await rendered(page, locale) : bare(page)
  const isGuest = page.props.auth.user === null
  const table = routeTable(routes, {
    include: (_, { access }) => !isGuest || access === 'anyone' || access === 'guest',
  })
  return `<!doctype html>
<html lang="${locale}" dir="${locale === 'ar-XB' ? 'rtl' : 'ltr'}">
<meta charset="utf-8">
<meta name="application-name" content="Foyer">
<meta property="csp-nonce" nonce="n">
${head.join('\n')}
<link rel="stylesheet" href="/${css[0]}">
<link rel="icon" href="data:,">
<script type="module" src="/${file}" nonce="n"></script>
<script type="application/json" id="routes">${JSON.stringify(table)}</script>
<body>${body}</body>`
}

interface Drawn {
  head: string[]
  body: string
}

function bare(page: Page): Drawn {
  const json = JSON.stringify(page).replaceAll('<', '\\u003c')
  const script = `<script data-page="app" type="application/json">${json}</script>`
  return { head: [], body: `${script}<div id="app"></div>` }
}

/** What the built renderer makes of a page. */
export async function rendered(page: unknown, locale: string): Promise<Drawn> {
  const { render } = await import(pathToFileURL(join(built, 'ssr/ssr.js')).href)
  return render(page, { appName: 'Foyer', locale })
}
