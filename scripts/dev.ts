/** `npm run dev`: the server with Vite inside it. Pages reload hot; `node --watch` restarts when server code changes. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'

import { createServer, type ViteDevServer } from 'vite'

import type { Assets } from '#app/http/inertia/assets.ts'
import { readConfig } from '#app/platform/config/config.ts'
import { startServer } from '#app/server/start-server.ts'

if (existsSync('.env')) loadEnvFile('.env')

/** Serves files and renders pages from their sources. */
function developmentAssets(): Assets {
  let vite: ViteDevServer

  return {
    version: 'development',
    isBuilt: false,

    headTags: (_page, _locale, nonce) => `
      <link rel="stylesheet" href="/web/styles/app.css?direct">
      <script type="module" nonce="${nonce}">${refreshPreamble}</script>
      <script type="module" src="/@vite/client" nonce="${nonce}"></script>
      <script type="module" src="/web/browser.tsx" nonce="${nonce}"></script>`,

    async render(page, context) {
      const { render } = await vite.ssrLoadModule('/web/ssr.tsx')
      return render(page, context)
    },

    async mount(app) {
      const root = join(import.meta.dirname, '..')
      const server = { middlewareMode: true, hmr: { server: app.server } } as const
      // The other loaders import a copy of the configuration, which `node --watch` takes for a change.
      const configLoader = 'native'
      vite = await createServer({
        root,
        server,
        configLoader,
        appType: 'custom',
        clearScreen: false,
      })
      app.addHook('onRequest', (request, reply, done) => {
        // Requests answered by Vite are not logged.
        const { level } = request.log
        request.log.level = 'silent'
        vite.middlewares(request.raw, reply.raw, () => {
          request.log.level = level
          done()
        })
      })
      app.addHook('onClose', () => vite.close())
    },
  }
}

/** React's hot reload needs this before the first component. */
const refreshPreamble = `
  import { injectIntoGlobalHook } from '/@react-refresh'
  injectIntoGlobalHook(window)
  window.$RefreshReg$ = () => {}
  window.$RefreshSig$ = () => (type) => type`

/** `npm run dev -- --with-provider` also starts a provider to sign in with. */
async function providerSettings(): Promise<Record<string, string>> {
  if (!process.argv.includes('--with-provider')) return {}
  const { providerClient, startOpenIdProvider } = await import('#testing/openid-provider.ts')
  const { hostilePeople, playHostilePeople, rotatingPerson } =
    await import('#testing/hostile-people.ts')
  const honestPeople = ['Ada Lovelace', 'Grace Hopper', 'Karen Jones'].map((name, index) => {
    const sub = String(index + 1)
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
    return { sub, name, email, email_verified: index < 2 }
  })
  const people = [...honestPeople, rotatingPerson, ...hostilePeople]
  const provider = await startOpenIdProvider({ redirectUris: null, people })
  playHostilePeople(provider)
  return {
    PROVIDERS: 'example',
    PROVIDER_EXAMPLE_LABEL: 'Example',
    PROVIDER_EXAMPLE_ISSUER: provider.issuer,
    PROVIDER_EXAMPLE_CLIENT_ID: providerClient.id,
    PROVIDER_EXAMPLE_CLIENT_SECRET: providerClient.secret,
  }
}

const settings = { ...process.env, ...(await providerSettings()) }
await startServer(readConfig(settings), developmentAssets())
