import { type SourceTree, isTestFile, type SourceFile } from './source-tree.ts'

const maxFileLines = 200
/** A test file is a list of short stories. */
const maxTestFileLines = 400
const maxFunctionLines = 60

/** A table has as many rows as the product has routes, pages, events or columns, and may import nothing that would hold some of them. */
const isTableFile = ({ path }: SourceFile) =>
  /^app\/(routes|pages|events|platform\/db\/schema)\.ts$/.test(path)

export function longFiles(tree: SourceTree): string[] {
  const files = tree.filter((source) => !isTableFile(source))
  return files.flatMap((source) => {
    const { path, lineCount: lines } = source
    const maxLines = isTestFile(source) ? maxTestFileLines : maxFileLines
    return lines > maxLines ? [`${path} has ${lines} lines of at most ${maxLines}`] : []
  })
}

/** A migration is a list of statements, as long as it has to be. */
export function longFunctions(tree: SourceTree): string[] {
  const files = tree.filter(({ path }) => !path.includes('/migrations/'))
  return files.flatMap((source) => {
    const found: string[] = []
    const checkLength = ({ start, end }: { start: number; end: number }) => {
      const lines = source.text.slice(start, end).split('\n').length
      if (lines <= maxFunctionLines) return
      found.push(`${source.path}:${lineNumberAt(source, start)} is a function of ${lines} lines`)
    }
    source.visit({
      FunctionDeclaration: checkLength,
      FunctionExpression: checkLength,
      ArrowFunctionExpression: checkLength,
    })
    return found
  })
}

export interface TypeEscapes {
  lines: number
  /** `path:line kind` of each `any`, `as` (but for `as const`) and `!`. */
  locations: string[]
  perThousandLines: number
}

/** Where the code tells the compiler to look away. Tests do not count. */
export function countTypeEscapes(tree: SourceTree): TypeEscapes {
  const files = tree.filter(
    (source) => !isTestFile(source) && /^(app|web|packages)\//.test(source.path),
  )
  const lines = files.reduce((sum, source) => sum + source.lineCount, 0)
  const locations = files.flatMap(typeEscapesIn)
  return { lines, locations, perThousandLines: lines === 0 ? 0 : (locations.length / lines) * 1000 }
}

function typeEscapesIn(source: SourceFile): string[] {
  const found: string[] = []
  const addEscape = (kind: string, start: number) =>
    found.push(`${source.path}:${lineNumberAt(source, start)} ${kind}`)
  source.visit({
    TSAnyKeyword: ({ start }) => addEscape('any', start),
    TSNonNullExpression: ({ start }) => addEscape('!', start),
    TSTypeAssertion: ({ start }) => addEscape('as', start),
    TSAsExpression({ start, end }) {
      if (!source.text.slice(start, end).endsWith('as const')) addEscape('as', start)
    },
  })
  return found
}

/** More rules than this, switched off on the spot, and a rule is wrong. */
const maxSuppressions = 6

/**
 * Rules switched off on the spot: each must say why, after ` -- `, and they stay few. A promise of the types may be
 * tested with `@ts-expect-error`, in tests only.
 */
export function unjustifiedSuppressions(tree: SourceTree): string[] {
  const files = tree.filter(({ path }) => !path.startsWith('testing/architecture'))
  const comments = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:ox|es)lint-disable.*/g)].map(([comment]) => ({ path, comment })),
  )
  const unexplained = comments.filter(({ comment }) => !/ -- \w/.test(comment))
  const filesWithSuppressions = files.filter((source) => {
    const forbiddenOutsideTests = isTestFile(source) ? [] : ['@ts-expect-error']
    const alwaysForbidden = [
      '@ts-ignore',
      '@ts-nocheck',
      'oxfmt-ignore',
      'prettier-ignore',
      '@knipignore',
    ]
    return [...forbiddenOutsideTests, ...alwaysForbidden].some((word) => source.text.includes(word))
  })
  return [
    ...unexplained.map(({ path, comment }) => `${path} does not say why: ${comment}`),
    ...filesWithSuppressions.map(({ path }) => `${path} makes a tool look away`),
    ...(comments.length > maxSuppressions ? [`${comments.length} rules are silenced`] : []),
  ]
}

function lineNumberAt({ text }: SourceFile, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
