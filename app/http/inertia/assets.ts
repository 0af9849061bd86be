import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { Page, Rendered } from '@foyer/inertia'

import { dataCsp } from '#app/http/security/security-headers.ts'
import type { App } from '#app/http/server/app-type.ts'
import { lazy } from '#app/platform/lib/lazy.ts'
import { type MaybePromise, whenReady } from '#app/platform/lib/maybe-promise.ts'

declare module 'fastify' {
  interface FastifyInstance {
    assets: Assets
  }
}

/** The Vite build: browser files and the page renderer. Development has its own implementation (scripts/dev.ts). */
export interface Assets {
  /** Changes with every build; a browser with another version reloads. */
  version: string
  /** False in development, where files change at any time and nothing may be cached. */
  isBuilt: boolean
  /** The link and script elements of a page's document; `locale` is BCP 47. */
  headTags(pageName: string, locale: string, nonce: string): string
  render(page: Page, context: RenderContext): MaybePromise<Rendered>
  mount(app: App): Promise<void>
}

export interface RenderContext {
  appName: string
  locale: string
}

type ViteManifest = Record<string, ManifestChunk>

interface ManifestChunk {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
}

/** @param folder  absolute path of `dist`, with `browser/` and `ssr/` */
export async function productionAssets(folder: string): Promise<Assets> {
  const manifestText = await readFile(join(folder, 'browser/.vite/manifest.json'), 'utf8')
  const manifest: ViteManifest = JSON.parse(manifestText)
  const loadRenderer = lazy(
    (): Promise<Pick<Assets, 'render'>> => import(pathToFileURL(join(folder, 'ssr/ssr.js')).href),
  )
  const headCache = new Map<string, string>()

  return {
    isBuilt: true,
    version: createHash('sha256').update(manifestText).digest('hex').slice(0, 12),
    render: (page, context) => whenReady(loadRenderer(), ({ render }) => render(page, context)),

    headTags(pageName, locale, nonce) {
      const key = `${pageName} ${locale}`
      const template = headCache.get(key) ?? headTemplate(chunksFor(manifest, pageName, locale))
      headCache.set(key, template)
      return template.replaceAll(noncePlaceholder, nonce)
    },

    async mount(app) {
      await app.register(async (scope) => {
        scope.addHook('onRoute', (route) => {
          route.config = { ...route.config, access: 'public', inertia: false }
        })
        await scope.register(fastifyStatic, {
          root: join(folder, 'browser/assets'),
          prefix: '/assets/',
          immutable: true,
          maxAge: '1y',
          index: false,
          decorateReply: false,
          preCompressed: true,
          // The policy of documents would add 350 bytes to each file.
          setHeaders: (reply) => void reply.header('content-security-policy', dataCsp),
        })
      })
    },
  }
}

const noncePlaceholder = '{nonce}'

function headTemplate({ styles, scripts }: ReturnType<typeof chunksFor>): string {
  const [entry, ...others] = scripts
  const nonce = `nonce="${noncePlaceholder}"`
  return [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...others.map(({ file, name }) =>
      name === 'vendor'
        ? // Evaluated in a task of its own, so that input on a slow phone waits for half as long.
          `<script type="module" src="/${file}" async fetchpriority="high" ${nonce}></script>`
        : `<link rel="modulepreload" href="/${file}" ${nonce}>`,
    ),
    `<script type="module" src="/${entry?.file}" ${nonce}></script>`,
  ].join('\n')
}

/** The scripts, the entry first, and styles for opening a page as a document, including its translations. */
function chunksFor(manifest: ViteManifest, pageName: string, locale: string) {
  const names = new Set<string>()
  visit('web/browser.tsx')
  visit(`web/Pages/${pageName}.tsx`)
  visit(`web/Pages/${pageName}.tsx?translations=${locale}`)
  visit(`web/translations.ts?files=${locale}`)
  const chunks = [...names].flatMap((name) => manifest[name] ?? [])
  return {
    scripts: chunks,
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
  }

  function visit(name: string): void {
    if (names.has(name) || !manifest[name]) return
    names.add(name)
    manifest[name].imports?.forEach(visit)
  }
}
