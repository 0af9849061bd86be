import { relative } from 'node:path'

import type { Plugin } from 'vite'

import { type House, type Import, readHouse, type Source } from '#testing/architecture/house.ts'
import type { Entries } from '#testing/sentences/catalogue-faults.ts'
import { readEntries } from '#testing/sentences/catalogue-files.ts'
import { sentencesUsed } from '#testing/sentences/sentences-used.ts'

/**
 * Whoever reads German loads the German of the page they are on, not of all: `web/Pages/Auth/Login.tsx?sentences=de` is what
 * that file says, and what it needs at once. What it imports on demand brings its own: `import('#web/…')` waits for them
 * too. `web/catalogue.ts?files=de` lists the files that have some. The server, and Vite's own, know all from the start.
 */
export function sentencesOfFiles(): Plugin {
  let root = process.cwd()
  let isWhole = false
  let house: House = []
  let separate: string[] = []
  return {
    name: 'sentences-of-files',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
      isWhole = config.command === 'serve' || Boolean(config.build.ssr)
    },
    buildStart() {
      if (isWhole) return
      house = readHouse(root, ['web/**/*.{ts,tsx}'])
      separate = separateFiles(house)
    },
    load: {
      filter: { id: /\?(files|sentences)=\w+$/ },
      handler(id) {
        const [file = '', kind, language = ''] = id.split(/[?=]/)
        const entries = readEntries(language)
        if (kind === 'files') return listOf(isWhole ? [entry] : separate, language)
        return asModule(isWhole ? entries : translationsOf(house, relative(root, file), entries))
      },
    },
    transform: {
      filter: { id: /\/web\/.+\.tsx?$/, code: onDemand },
      handler(code) {
        if (isWhole) return null
        const bringing = code.replaceAll(onDemand, (whole, file: string) =>
          separate.includes(file) ? `withSentences('${file}', () => ${whole})` : whole,
        )
        return `import { withSentences } from '#web/catalogue.ts';${bringing}`
      },
    },
  }
}

const onDemand = /import\('#(web\/[^']+\.tsx?)'\)/g

function asModule(value: unknown) {
  return { code: `export default ${JSON.stringify(value)}`, moduleType: 'js' }
}

function listOf(paths: string[], language: string) {
  const rows = paths.map((path) => `'${path}': () => import('/${path}?sentences=${language}')`)
  return { code: `export default { ${rows.join(', ')} }`, moduleType: 'js' }
}

/** Is there always, and all it imports as well: what tells that the network fails cannot be fetched then. */
const entry = 'web/browser.tsx'

/** The entry, the pages and what of them comes later, and what is imported on demand, if it has something to say. */
export function separateFiles(house: House): string[] {
  const always = reached(house, entry, () => true)
  const pages = house.filter(({ path }) => /^web\/Pages\/(?!.*\/Partials\/)/.test(path))
  const onDemands = house.flatMap(({ imports }) => imports.filter((each) => each.isOnDemand))
  const apart = [...pages.map(({ path }) => path), ...onDemands.flatMap(({ file }) => file ?? [])]
  const paths = new Set([entry, ...apart.filter((path) => !always.has(path))])
  return [...paths].filter((path) => saidBy(house, path).size > 0)
}

/** @param path  one of the separate files */
export function translationsOf(house: House, path: string, entries: Entries): Entries {
  const said = before(path).reduce(
    (rest, known) => rest.difference(saidBy(house, known)),
    saidBy(house, path),
  )
  return Object.fromEntries(Object.entries(entries).filter(([sentence]) => said.has(sentence)))
}

/** The files whose sentences are known by then. */
function before(path: string): string[] {
  if (path === entry) return []
  return path.endsWith('.later.tsx') ? [entry, path.replace('.later.tsx', '.tsx')] : [entry]
}

function saidBy(house: House, path: string): Set<string> {
  const sources = reached(house, path, ({ isOnDemand }) => path === entry || !isOnDemand)
  return new Set([...sources.values()].flatMap(saidIn))
}

const read = new WeakMap<Source, string[]>()

/** Many files need the same few: each is read once. */
function saidIn(source: Source): string[] {
  const known = read.get(source)
  if (known) return known
  const found = sentencesUsed([source]).map(({ sentence }) => sentence)
  read.set(source, found)
  return found
}

/** The file and what it imports, and what that imports, as far as `follow` goes. */
function reached(house: House, path: string, follow: (each: Import) => boolean) {
  const byPath = new Map(house.map((source) => [source.path, source]))
  const found = new Map<string, Source>()
  visit(path)
  return found

  function visit(next: string): void {
    const source = byPath.get(next)
    if (!source || found.has(next)) return
    found.set(next, source)
    for (const each of source.imports)
      if (each.file && !each.isType && follow(each)) visit(each.file)
  }
}
