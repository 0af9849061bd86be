import { type House, isTest, type Source } from './house.ts'

const mostLines = 200
/** A test file is a list of short stories. */
const mostTestLines = 400
const mostFunctionLines = 60

/** A table has as many rows as the product has routes, pages, events or columns, and may import nothing that would hold some of them. */
const isTable = ({ path }: Source) =>
  /^app\/(routes|pages|events|platform\/db\/schema)\.ts$/.test(path)

export function longFiles(house: House): string[] {
  const counted = house.filter((source) => !isTable(source))
  return counted.flatMap((source) => {
    const { path, lines } = source
    const most = isTest(source) ? mostTestLines : mostLines
    return lines > most ? [`${path} has ${lines} lines of at most ${most}`] : []
  })
}

/** A migration is a list of statements, as long as it has to be. */
export function longFunctions(house: House): string[] {
  const counted = house.filter(({ path }) => !path.includes('/migrations/'))
  return counted.flatMap((source) => {
    const found: string[] = []
    const measure = ({ start, end }: { start: number; end: number }) => {
      const lines = source.text.slice(start, end).split('\n').length
      if (lines <= mostFunctionLines) return
      found.push(`${source.path}:${lineAt(source, start)} is a function of ${lines} lines`)
    }
    source.visit({
      FunctionDeclaration: measure,
      FunctionExpression: measure,
      ArrowFunctionExpression: measure,
    })
    return found
  })
}

export interface Escapes {
  lines: number
  /** `path:line kind` of each `any`, `as` (but for `as const`) and `!`. */
  places: string[]
  perThousandLines: number
}

/** Where the code tells the compiler to look away. Tests do not count. */
export function escapes(house: House): Escapes {
  const counted = house.filter(
    (source) => !isTest(source) && /^(app|web|packages)\//.test(source.path),
  )
  const lines = counted.reduce((sum, source) => sum + source.lines, 0)
  const places = counted.flatMap(escapesIn)
  return { lines, places, perThousandLines: lines === 0 ? 0 : (places.length / lines) * 1000 }
}

function escapesIn(source: Source): string[] {
  const found: string[] = []
  const keep = (kind: string, start: number) =>
    found.push(`${source.path}:${lineAt(source, start)} ${kind}`)
  source.visit({
    TSAnyKeyword: ({ start }) => keep('any', start),
    TSNonNullExpression: ({ start }) => keep('!', start),
    TSTypeAssertion: ({ start }) => keep('as', start),
    TSAsExpression({ start, end }) {
      if (!source.text.slice(start, end).endsWith('as const')) keep('as', start)
    },
  })
  return found
}

/** More rules than this, switched off on the spot, and a rule is wrong. */
const mostSilenced = 6

/**
 * Rules switched off on the spot: each must say why, after ` -- `, and they stay few. A promise of the types may be
 * tested with `@ts-expect-error`, in tests only.
 */
export function silenced(house: House): string[] {
  const counted = house.filter(({ path }) => !path.startsWith('testing/architecture'))
  const comments = counted.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:ox|es)lint-disable.*/g)].map(([comment]) => ({ path, comment })),
  )
  const unexplained = comments.filter(({ comment }) => !/ -- \w/.test(comment))
  const blind = counted.filter((source) => {
    const expected = isTest(source) ? [] : ['@ts-expect-error']
    const never = ['@ts-ignore', '@ts-nocheck', 'oxfmt-ignore', 'prettier-ignore', '@knipignore']
    return [...expected, ...never].some((word) => source.text.includes(word))
  })
  return [
    ...unexplained.map(({ path, comment }) => `${path} does not say why: ${comment}`),
    ...blind.map(({ path }) => `${path} makes a tool look away`),
    ...(comments.length > mostSilenced ? [`${comments.length} rules are silenced`] : []),
  ]
}

function lineAt({ text }: Source, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
