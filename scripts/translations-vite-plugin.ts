import { relative } from 'node:path'

import type { Plugin } from 'vite'

import {
  type SourceTree,
  type Import,
  readSourceTree,
  type SourceFile,
} from '#testing/architecture/source-tree.ts'
import { extractMessages } from '#testing/translations/extract-messages.ts'
import type { TranslationMap } from '#testing/translations/translation-errors.ts'
import { readTranslations } from '#testing/translations/translation-files.ts'

/**
 * Whoever reads German loads the German of the page they are on, not of all: `web/Pages/Auth/Login.tsx?sentences=de` is what
 * that file says, and what it needs at once. What it imports on demand brings its own: `import('#web/…')` waits for them
 * too. `web/translations.ts?files=de` lists the files that have some. The server, and Vite's own, know all from the start.
 */
export function translationsPlugin(): Plugin {
  let root = process.cwd()
  let loadsEverything = false
  let tree: SourceTree = []
  let splitFiles: string[] = []
  return {
    name: 'translations',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
      loadsEverything = config.command === 'serve' || Boolean(config.build.ssr)
    },
    buildStart() {
      if (loadsEverything) return
      tree = readSourceTree(root, ['web/**/*.{ts,tsx}'])
      splitFiles = filesWithTranslations(tree)
    },
    load: {
      filter: { id: /\?(files|sentences)=\w+$/ },
      handler(id) {
        const [file = '', kind, language = ''] = id.split(/[?=]/)
        const translations = readTranslations(language)
        if (kind === 'files')
          return importListModule(loadsEverything ? [entryFile] : splitFiles, language)
        return jsonModule(
          loadsEverything
            ? translations
            : translationsForFile(tree, relative(root, file), translations),
        )
      },
    },
    transform: {
      filter: { id: /\/web\/.+\.tsx?$/, code: dynamicImportPattern },
      handler(code) {
        if (loadsEverything) return null
        const rewritten = code.replaceAll(dynamicImportPattern, (whole, file: string) =>
          splitFiles.includes(file) ? `withTranslations('${file}', () => ${whole})` : whole,
        )
        return `import { withTranslations } from '#web/translations.ts';${rewritten}`
      },
    },
  }
}

const dynamicImportPattern = /import\('#(web\/[^']+\.tsx?)'\)/g

function jsonModule(value: unknown) {
  return { code: `export default ${JSON.stringify(value)}`, moduleType: 'js' }
}

function importListModule(paths: string[], language: string) {
  const rows = paths.map((path) => `'${path}': () => import('/${path}?sentences=${language}')`)
  return { code: `export default { ${rows.join(', ')} }`, moduleType: 'js' }
}

/** Is there always, and all it imports as well: what tells that the network fails cannot be fetched then. */
const entryFile = 'web/browser.tsx'

/** The entry, the pages and what of them comes later, and what is imported on demand, if it has something to say. */
export function filesWithTranslations(tree: SourceTree): string[] {
  const loadedWithEntry = reachableFiles(tree, entryFile, () => true)
  const pages = tree.filter(({ path }) => /^web\/Pages\/(?!.*\/Partials\/)/.test(path))
  const dynamicImports = tree.flatMap(({ imports }) => imports.filter((each) => each.isDynamic))
  const candidates = [
    ...pages.map(({ path }) => path),
    ...dynamicImports.flatMap(({ file }) => file ?? []),
  ]
  const paths = new Set([entryFile, ...candidates.filter((path) => !loadedWithEntry.has(path))])
  return [...paths].filter((path) => messagesReachedFrom(tree, path).size > 0)
}

/** @param path  one of the separate files */
export function translationsForFile(
  tree: SourceTree,
  path: string,
  translations: TranslationMap,
): TranslationMap {
  const messages = filesLoadedBefore(path).reduce(
    (rest, known) => rest.difference(messagesReachedFrom(tree, known)),
    messagesReachedFrom(tree, path),
  )
  return Object.fromEntries(
    Object.entries(translations).filter(([message]) => messages.has(message)),
  )
}

/** The files whose sentences are known by then. */
function filesLoadedBefore(path: string): string[] {
  if (path === entryFile) return []
  return path.endsWith('.lazy.tsx') ? [entryFile, path.replace('.lazy.tsx', '.tsx')] : [entryFile]
}

function messagesReachedFrom(tree: SourceTree, path: string): Set<string> {
  const sources = reachableFiles(
    tree,
    path,
    ({ isDynamic: isOnDemand }) => path === entryFile || !isOnDemand,
  )
  return new Set([...sources.values()].flatMap(messagesInFile))
}

const messageCache = new WeakMap<SourceFile, string[]>()

/** Many files need the same few: each is read once. */
function messagesInFile(source: SourceFile): string[] {
  const known = messageCache.get(source)
  if (known) return known
  const found = extractMessages([source]).map(({ message }) => message)
  messageCache.set(source, found)
  return found
}

/** The file and what it imports, and what that imports, as far as `follow` goes. */
function reachableFiles(tree: SourceTree, path: string, follow: (each: Import) => boolean) {
  const byPath = new Map(tree.map((source) => [source.path, source]))
  const found = new Map<string, SourceFile>()
  visit(path)
  return found

  function visit(next: string): void {
    const source = byPath.get(next)
    if (!source || found.has(next)) return
    found.set(next, source)
    for (const each of source.imports)
      if (each.file && !each.isTypeOnly && follow(each)) visit(each.file)
  }
}
