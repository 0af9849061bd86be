import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite'

/** One source file of ours, parsed. Paths are relative to the repository and use `/`. */
export interface Source {
  path: string
  text: string
  lines: number
  imports: Import[]
  /** Walks the syntax tree. */
  visit(visitor: VisitorObject): void
}

export interface Import {
  /** As it is written. */
  specifier: string
  /** Ours: the path of the file. */
  file: string | null
  /** Not ours: the name of the package, or `node:…`. */
  library: string | null
  /** `import()`: only when it comes to that. */
  isOnDemand: boolean
  /** Gone when the code runs. */
  isType: boolean
}

export type House = Source[]

const everything = ['{app,web,packages,testing,e2e,bench,scripts}/**/*.{ts,tsx}', '*.ts']

export function readHouse(root: string, patterns = everything): House {
  const paths = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
  return paths.toSorted().map((path) => source(path, readFileSync(posix.join(root, path), 'utf8')))
}

/** A house made up for a test: path and text of each file. */
export function madeUpHouse(files: Record<string, string>): House {
  return Object.entries(files).map(([path, text]) => source(path, text))
}

export function isTest({ path }: Source): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path) || /^(testing|e2e)\//.test(path)
}

function source(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const visit = (visitor: VisitorObject) => new Visitor(visitor).visit(program)
  const imports = importsIn(path, visit)
  return { path, text, lines: text.split('\n').length - 1, imports, visit }
}

/** Static, re-exporting, dynamic and type imports alike. */
function importsIn(path: string, visit: Source['visit']): Import[] {
  const found: Import[] = []
  const keep = (from: ESTree.Expression | null, how: Partial<Import> = {}) => {
    if (from?.type !== 'Literal' || typeof from.value !== 'string') return
    found.push({ ...meaning(path, from.value), isOnDemand: false, isType: false, ...how })
  }
  visit({
    ImportDeclaration: ({ source: from, importKind }) =>
      keep(from, { isType: importKind === 'type' }),
    ExportAllDeclaration: ({ source: from }) => keep(from),
    ExportNamedDeclaration: ({ source: from }) => keep(from),
    ImportExpression: ({ source: from }) => keep(from, { isOnDemand: true }),
    TSImportType: ({ source: from }) => keep(from, { isType: true }),
  })
  return found
}

function meaning(path: string, specifier: string): Pick<Import, 'specifier' | 'file' | 'library'> {
  const [first = '', second = ''] = specifier.split('/')
  const ours = (file: string) => ({ specifier, file, library: null })

  if (specifier.startsWith('.')) return ours(posix.join(posix.dirname(path), specifier))
  if (specifier.startsWith('#')) return ours(`${packageOf(path)}${specifier.slice(1)}`)
  if (first === '@foyer') return ours(`packages/${specifier.slice('@foyer/'.length)}`)
  const library = first.startsWith('@') ? `${first}/${second}` : first
  return { specifier, file: null, library }
}

/** `#` starts at the nearest package.json: the repository's, or a package's own. */
function packageOf(path: string): string {
  return /^packages\/[^/]+\//.exec(path)?.[0] ?? ''
}
