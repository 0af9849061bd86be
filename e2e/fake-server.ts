import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import fastifyStatic from '@fastify/static'
import { routeTable } from '@foyer/named-routes'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'

import { type Route, routes } from '#app/routes.ts'

const builtDist = join(import.meta.dirname, '../dist')

interface TestPage {
  component: string
  props?: Record<string, unknown>
}

/** Tests may change these properties while the server runs. */
export interface FakeServer {
  origin: string
  version: string
  locale: string
  isServerRendered: boolean
  pages: Record<string, TestPage>
  redirectPath: string
  requests: { method: string; path: string; isVisit: boolean; body: unknown }[]
  stop: () => Promise<void>
  distDir: string
}

/** Serves the built client and a test's pages over the Inertia protocol, with a policy as strict as the real one. */
export async function startFakeServer(distDir = builtDist): Promise<FakeServer> {
  const app = fastify({ forceCloseConnections: true })
  const fakeServer: FakeServer = {
    origin: '',
    version: 'v1',
    locale: 'en',
    isServerRendered: false,
    pages: { ...defaultPages },
    redirectPath: '/dashboard',
    requests: [],
    stop: () => app.close(),
    distDir,
  }
  await app.register(fastifyStatic, { root: join(distDir, 'browser/assets'), prefix: '/assets/' })
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.all('/*', (request, reply) => handleRequest(fakeServer, request, reply))
  fakeServer.origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return fakeServer
}

const defaultPages: FakeServer['pages'] = {
  '/': { component: 'Welcome', props: { registration: 'open' } },
  '/login': {
    component: 'Auth/Login',
    props: {
      registration: 'open',
      status: null,
      providers: [],
      emailCodes: true,
      accounts: [],
      addedTo: null,
      step: 'password',
      providerOfDomain: null,
    },
  },
  '/terms-of-service': { component: 'TermsOfService', props: legalPageProps('What holds here') },
  '/privacy-policy': { component: 'PrivacyPolicy', props: legalPageProps('What we keep') },
  '/dashboard': {
    component: 'Dashboard',
    props: {
      auth: { user: { id: '1', name: 'Ada', email: 'ada@example.com', timezone: null } },
      unreadNotifications: 0,
      securityIssues: [],
      sessions: [],
      memberSince: '2026-11-21T10:00:00.000Z',
      recentEvents: [],
    },
  },
  '/nowhere': { component: 'Nowhere' },
}

function legalPageProps(title: string) {
  const html = `<h2>${title}</h2>${'<p>Words.</p>'.repeat(200)}`
  return { html, version: '0123456789ab', updatedAt: '2026-11-21' }
}

async function handleRequest(fakeServer: FakeServer, request: FastifyRequest, reply: FastifyReply) {
  const { method, url, body, headers } = request
  const [path = '/'] = url.split('?')
  const isVisit = headers['x-inertia'] === 'true'
  fakeServer.requests.push({ method, path, isVisit, body })
  if (method !== 'GET') return reply.redirect(fakeServer.redirectPath, 303)

  const testPage = fakeServer.pages[path]
  if (!testPage) return reply.code(404).type('text/html').send('<h1>Nothing here</h1>')
  const page = buildPageObject(fakeServer, testPage, url)
  if (isVisit && headers['x-inertia-version'] !== page.version) {
    const location = { 'x-inertia-location': url, 'x-inertia-version': page.version }
    return reply.code(409).headers(location).send()
  }
  if (isVisit) return reply.header('x-inertia', 'true').send(page)
  return reply
    .header('content-security-policy', contentSecurityPolicy)
    .header('cache-control', 'no-store')
    .type('text/html')
    .send(await renderDocument(fakeServer, page))
}

type Page = ReturnType<typeof buildPageObject>

function buildPageObject(
  { locale, version }: FakeServer,
  { component, props }: TestPage,
  url: string,
) {
  const shared = { errors: {}, auth: { user: null }, languages: [], appName: 'Foyer', theme: null }
  const allProps = { ...shared, locale, ...props }
  const audience = allProps.auth.user === null ? 'guests' : 'members'
  return { component, props: allProps, url, version: `${version}-${audience}`, flash: {} }
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'nonce-n' 'strict-dynamic'",
  "style-src 'self' 'nonce-n'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

async function renderDocument(
  { isServerRendered, locale, distDir }: FakeServer,
  page: Page,
): Promise<string> {
  const manifest = JSON.parse(await readFile(join(distDir, 'browser/.vite/manifest.json'), 'utf8'))
  const { file, css } = manifest['web/browser.tsx']
  const { head, body } = isServerRendered
    ? await renderOnServer(page, locale)
    : clientRenderedHtml(page)
  const isGuest = page.props.auth.user === null
  const routesForClient = routeTable<Record<string, Route>>(routes, {
    include: (_, { access, notInBrowser }) =>
      !notInBrowser && (!isGuest || access === 'public' || access === 'guest'),
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
<script type="application/json" id="routes">${JSON.stringify(routesForClient)}</script>
<body>${body}</body>`
}

interface RenderedHtml {
  head: string[]
  body: string
}

function clientRenderedHtml(page: Page): RenderedHtml {
  const json = JSON.stringify(page).replaceAll('<', '\\u003c')
  const script = `<script data-page="app" type="application/json">${json}</script>`
  return { head: [], body: `${script}<div id="app"></div>` }
}

export async function renderOnServer(page: unknown, locale: string): Promise<RenderedHtml> {
  const { render } = await import(pathToFileURL(join(builtDist, 'ssr/ssr.js')).href)
  return render(page, { appName: 'Foyer', locale })
}
