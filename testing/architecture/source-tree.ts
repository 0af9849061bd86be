import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite'

/** A parsed source file. Paths are relative to the repository and use `/`. */
export interface SourceFile {
  path: string
  text: string
  lineCount: number
  imports: Import[]
  visit(visitor: VisitorObject): void
}

export interface Import {
  specifier: string
  /** The path of an internal import. */
  file: string | null
  /** The package name of an external import, or `node:…`. */
  library: string | null
  isDynamic: boolean
  isTypeOnly: boolean
}

export type SourceTree = SourceFile[]

const sourceGlobs = ['{app,web,packages,testing,e2e,bench,scripts}/**/*.{ts,tsx}', '*.ts']

export function readSourceTree(root: string, patterns = sourceGlobs): SourceTree {
  const paths = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
  return paths
    .toSorted()
    .map((path) => parseSource(path, readFileSync(posix.join(root, path), 'utf8')))
}

/** A source tree for tests: text by path. */
export function fakeTree(files: Record<string, string>): SourceTree {
  return Object.entries(files).map(([path, text]) => parseSource(path, text))
}

export function isTestFile({ path }: SourceFile): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path) || /^(testing|e2e)\//.test(path)
}

function parseSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const visit = (visitor: VisitorObject) => new Visitor(visitor).visit(program)
  const imports = collectImports(path, visit)
  return { path, text, lineCount: text.split('\n').length - 1, imports, visit }
}

function collectImports(path: string, visit: SourceFile['visit']): Import[] {
  const found: Import[] = []
  const addImport = (from: ESTree.Expression | null, flags: Partial<Import> = {}) => {
    if (from?.type !== 'Literal' || typeof from.value !== 'string') return
    found.push({
      ...resolveSpecifier(path, from.value),
      isDynamic: false,
      isTypeOnly: false,
      ...flags,
    })
  }
  visit({
    ImportDeclaration: ({ source: from, importKind }) =>
      addImport(from, { isTypeOnly: importKind === 'type' }),
    ExportAllDeclaration: ({ source: from }) => addImport(from),
    ExportNamedDeclaration: ({ source: from }) => addImport(from),
    ImportExpression: ({ source: from }) => addImport(from, { isDynamic: true }),
    TSImportType: ({ source: from }) => addImport(from, { isTypeOnly: true }),
  })
  return found
}

function resolveSpecifier(
  path: string,
  specifier: string,
): Pick<Import, 'specifier' | 'file' | 'library'> {
  const [first = '', second = ''] = specifier.split('/')
  const internalImport = (file: string) => ({ specifier, file, library: null })

  if (specifier.startsWith('.')) return internalImport(posix.join(posix.dirname(path), specifier))
  if (specifier.startsWith('#'))
    return internalImport(`${packageRootOf(path)}${specifier.slice(1)}`)
  if (first === '@foyer') return internalImport(`packages/${specifier.slice('@foyer/'.length)}`)
  const library = first.startsWith('@') ? `${first}/${second}` : first
  return { specifier, file: null, library }
}

/** `#` imports resolve from the nearest package.json: the repository's or a package's. */
function packageRootOf(path: string): string {
  return /^packages\/[^/]+\//.exec(path)?.[0] ?? ''
}
