import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { Page, Rendered } from '@foyer/inertia'

import type { App } from '#app/http/app.ts'
import type { Awaitable } from '#app/platform/awaitable.ts'

/** What Vite made: the browser's files and the renderer of pages. Development has its own (scripts/dev.ts). */
export interface Assets {
  /** Changes with every build; a browser that holds another one reloads. */
  version: string
  /** False while developing: what drew a page a second ago may be another file now. */
  isBuilt: boolean
  /** The link and script elements that a page's document needs, in the reader's language (BCP 47). */
  head(pageName: string, locale: string, nonce: string): string
  render(page: Page, context: RenderContext): Awaitable<Rendered>
  /** Serves the files. */
  mount(app: App): Promise<void>
}

export interface RenderContext {
  appName: string
  /** BCP 47. */
  locale: string
}

export type Manifest = Record<string, Chunk>

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** @param folder  absolute path of `dist`, with `browser/` and `ssr/` */
export async function builtAssets(folder: string): Promise<Assets> {
  const manifestText = await readFile(join(folder, 'browser/.vite/manifest.json'), 'utf8')
  const manifest: Manifest = JSON.parse(manifestText)
  const { render } = await import(pathToFileURL(join(folder, 'ssr/ssr.js')).href)
  const heads = new Map<string, string[]>()

  return {
    isBuilt: true,
    version: createHash('sha256').update(manifestText).digest('hex').slice(0, 12),
    render,

    head(pageName, locale, nonce) {
      const key = `${pageName} ${locale}`
      let around = heads.get(key)
      if (!around) heads.set(key, (around = headAround(filesOf(manifest, pageName, locale))))
      return around.join(nonce)
    },

    async mount(app) {
      await app.register(async (served) => {
        served.addHook('onRoute', (route) => {
          route.config = { ...route.config, access: 'anyone', inertia: false }
        })
        await served.register(fastifyStatic, {
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

const nonceMark = '{nonce}'

/** What stands before, between and after each nonce. */
function headAround({ styles, scripts }: ReturnType<typeof filesOf>): string[] {
  const [entry, ...others] = scripts
  return [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...others.map((file) => `<link rel="modulepreload" href="/${file}" nonce="${nonceMark}">`),
    `<script type="module" src="/${entry}" nonce="${nonceMark}"></script>`,
  ]
    .join('\n')
    .split(nonceMark)
}

/** What a browser needs for a page when it is the first one, in the reader's language. */
export function filesOf(manifest: Manifest, pageName: string, locale: string) {
  const names = new Set<string>()
  // The entry comes first: it is what the document runs.
  for (const file of ['web/browser.tsx', `web/Pages/${pageName}.tsx`]) {
    visit(file)
    visit(`${file}?sentences=${locale}`)
  }
  visit(`web/catalogue.ts?files=${locale}`)
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
