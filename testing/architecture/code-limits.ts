import { type SourceTree, isTestFile, type SourceFile } from './source-tree.ts'

const maxFileLines = 200
const maxTestFileLines = 400
const maxFunctionLines = 60

/** Tables grow with the app and cannot be split, because they may not import anything. */
const isTableFile = ({ path }: SourceFile) =>
  /^app\/((routes|pages|account-events|notification-types|platform\/db\/schema)|[^/]+\/(route-table|pages))\.ts$/.test(
    path,
  )

export function longFiles(tree: SourceTree): string[] {
  const files = tree.filter((source) => !isTableFile(source))
  return files.flatMap((source) => {
    const { path, lineCount: lines } = source
    const maxLines = isTestFile(source) ? maxTestFileLines : maxFileLines
    return lines > maxLines ? [`${path} has ${lines} lines of at most ${maxLines}`] : []
  })
}

/** Migrations are exempt: they are plain lists of statements. */
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
  /** `path:line kind` of each `any`, `as` (except `as const`) and `!`. */
  locations: string[]
  perThousandLines: number
}

/** Counts escapes from the type checker outside tests. */
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

/** If more are needed, the rule itself is wrong. */
const maxSuppressions = 6

/** Suppressions need a reason after ` -- `, and there may be only a few. `@ts-expect-error` is for tests of types only. */
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
    ...unexplained.map(({ path, comment }) => `${path} gives no reason: ${comment}`),
    ...filesWithSuppressions.map(({ path }) => `${path} suppresses a tool`),
    ...(comments.length > maxSuppressions
      ? [`${comments.length} suppressions of at most ${maxSuppressions}`]
      : []),
  ]
}

function lineNumberAt({ text }: SourceFile, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
