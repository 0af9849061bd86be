import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { Page, Rendered } from '@foyer/inertia'

import type { App } from '#app/http/server/app.ts'
import type { MaybePromise } from '#app/platform/lib/maybe-promise.ts'

/** What Vite made: the browser's files and the renderer of pages. Development has its own (scripts/dev.ts). */
export interface Assets {
  /** Changes with every build; a browser that holds another one reloads. */
  version: string
  /** False while developing: what drew a page a second ago may be another file now. */
  isBuilt: boolean
  /** The link and script elements that a page's document needs, in the reader's language (BCP 47). */
  headTags(pageName: string, locale: string, nonce: string): string
  render(page: Page, context: RenderContext): MaybePromise<Rendered>
  /** Serves the files. */
  mount(app: App): Promise<void>
}

export interface RenderContext {
  appName: string
  /** BCP 47. */
  locale: string
}

export type ViteManifest = Record<string, ManifestChunk>

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** @param folder  absolute path of `dist`, with `browser/` and `ssr/` */
export async function productionAssets(folder: string): Promise<Assets> {
  const manifestText = await readFile(join(folder, 'browser/.vite/manifest.json'), 'utf8')
  const manifest: ViteManifest = JSON.parse(manifestText)
  const { render } = await import(pathToFileURL(join(folder, 'ssr/ssr.js')).href)
  const headCache = new Map<string, string[]>()

  return {
    isBuilt: true,
    version: createHash('sha256').update(manifestText).digest('hex').slice(0, 12),
    render,

    headTags(pageName, locale, nonce) {
      const key = `${pageName} ${locale}`
      let segments = headCache.get(key)
      if (!segments)
        headCache.set(key, (segments = splitHeadAtNonce(chunksFor(manifest, pageName, locale))))
      return segments.join(nonce)
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
        })
      })
    },
  }
}

const noncePlaceholder = '{nonce}'

/** What stands before, between and after each nonce. */
function splitHeadAtNonce({ styles, scripts }: ReturnType<typeof chunksFor>): string[] {
  const [entry, ...others] = scripts
  return [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...others.map(
      (file) => `<link rel="modulepreload" href="/${file}" nonce="${noncePlaceholder}">`,
    ),
    `<script type="module" src="/${entry}" nonce="${noncePlaceholder}"></script>`,
  ]
    .join('\n')
    .split(noncePlaceholder)
}

/** What a browser needs for a page when it is the first one, in the reader's language. */
export function chunksFor(manifest: ViteManifest, pageName: string, locale: string) {
  const names = new Set<string>()
  // The entry comes first: it is what the document runs.
  for (const file of ['web/browser.tsx', `web/Pages/${pageName}.tsx`]) {
    visit(file)
    visit(`${file}?sentences=${locale}`)
  }
  visit(`web/translations.ts?files=${locale}`)
  const chunks = [...names].flatMap((name) => manifest[name] ?? [])
  return {
    scripts: chunks.map(({ file }) => file),
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
  }

  function visit(name: string): void {
    if (names.has(name) || !manifest[name]) return
    names.add(name)
    manifest[name].imports?.forEach(visit)
  }
}
