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
 * Splits translations by page and language. `web/Pages/Auth/Login.tsx?translations=de` is the German of that file and its
 * static imports; dynamic imports load their own. `web/translations.ts?files=de` lists the files that have translations,
 * and holds those of the entry. The server bundle and Vite's dev server contain them all.
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
      tree = readSourceTree(root, ['web/**/*.{ts,tsx}', 'app/{,team-log/}event-titles.ts'])
      splitFiles = filesWithTranslations(tree)
    },
    load: {
      filter: { id: /\?(files|translations)=\w+$/ },
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
  const load = (path: string) =>
    path === entryFile
      ? '() => Promise.resolve({ default: entry })'
      : `() => import('/${path}?translations=${language}')`
  const rows = paths.map((path) => `'${path}': ${load(path)}`)
  return {
    code: `import entry from '/${entryFile}?translations=${language}'; export default { ${rows.join(', ')} }`,
    moduleType: 'js',
  }
}

/** The entry is always loaded, with all its imports: the message for a network failure cannot be fetched then. */
const entryFile = 'web/browser.tsx'

/** The entry, pages and dynamic imports that have messages. */
export function filesWithTranslations(tree: SourceTree): string[] {
  const loadedWithEntry = reachableFiles(tree, entryFile, () => true)
  const pages = tree.filter(({ path }) => /^web\/Pages\/(?!.*\/Partials\/)/.test(path))
  const dynamicImports = tree.flatMap(({ imports }) =>
    imports.filter((imported) => imported.isDynamic),
  )
  const candidates = [
    ...pages.map(({ path }) => path),
    ...dynamicImports.flatMap(({ file }) => file ?? []),
  ]
  const paths = new Set([entryFile, ...candidates.filter((path) => !loadedWithEntry.has(path))])
  return [...paths].filter((path) => messagesReachedFrom(tree, path).size > 0)
}

/** @param path  one of `filesWithTranslations` */
export function translationsForFile(
  tree: SourceTree,
  path: string,
  translations: TranslationMap,
): TranslationMap {
  const own = messagesReachedFrom(tree, path)
  const messages = path === entryFile ? own : own.difference(messagesReachedFrom(tree, entryFile))
  return Object.fromEntries(
    Object.entries(translations).filter(([message]) => messages.has(message)),
  )
}

function messagesReachedFrom(tree: SourceTree, path: string): Set<string> {
  const sources = reachableFiles(tree, path, ({ isDynamic }) => path === entryFile || !isDynamic)
  return new Set([...sources.values()].flatMap(messagesInFile))
}

const messageCache = new WeakMap<SourceFile, string[]>()

/** Caches the messages of a file, which many others import. */
function messagesInFile(source: SourceFile): string[] {
  const known = messageCache.get(source)
  if (known) return known
  const found = extractMessages([source]).map(({ message }) => message)
  messageCache.set(source, found)
  return found
}

/** The file and its transitive imports, as far as `follow` accepts them. */
function reachableFiles(tree: SourceTree, path: string, follow: (imported: Import) => boolean) {
  const byPath = new Map(tree.map((source) => [source.path, source]))
  const found = new Map<string, SourceFile>()
  visit(path)
  return found

  function visit(next: string): void {
    const source = byPath.get(next)
    if (!source || found.has(next)) return
    found.set(next, source)
    for (const imported of source.imports)
      if (imported.file && !imported.isTypeOnly && follow(imported)) visit(imported.file)
  }
}
