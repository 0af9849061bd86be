import type { ESTree } from 'vite'

import { type House, isTest, type Source } from './house.ts'

/** What Kysely writes into the statement as text: only names and values that stand in our code may go there. */
const onSql = new Set(['ref', 'table', 'id', 'raw', 'lit'])
const onDynamic = new Set(['ref', 'table'])
const onPaths = new Set(['key', 'at'])

/** Calls that would let a value become part of the SQL text. */
export function unboundValues(house: House): string[] {
  return house
    .filter((source) => !isTest(source) && speaksKysely(source))
    .flatMap((source) =>
      calls(source)
        .filter(isUnbound)
        .map(({ name }) => `${source.path}: ${name}(…) takes a value as SQL text`),
    )
}

/** A feature's routes.ts speaks HTTP only. */
export function sqlInRoutes(house: House): string[] {
  const statements = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
  return house
    .filter(({ path }) => /^app\/.+\/routes\.ts$/.test(path))
    .filter((source) => speaksKysely(source) || statements.test(source.text))
    .map(({ path }) => `${path} speaks SQL`)
}

function speaksKysely({ imports, path }: Source): boolean {
  return imports.some(({ library }) => library === 'kysely') || path.startsWith('app/platform/db/')
}

interface Call {
  object: string
  method: string
  name: string
  arguments: ESTree.CallExpression['arguments']
}

function isUnbound({ object, method, arguments: given }: Call): boolean {
  const intoText =
    (object === 'sql' && onSql.has(method)) ||
    (object.endsWith('dynamic') && onDynamic.has(method)) ||
    onPaths.has(method)
  return intoText && given.some((argument) => !isOurs(argument))
}

/** Written in the code: a literal, or a negative number. */
function isOurs(argument: Call['arguments'][number]): boolean {
  if (argument.type === 'UnaryExpression') return argument.argument.type === 'Literal'
  return argument.type === 'Literal'
}

function calls(source: Source): Call[] {
  const found: Call[] = []
  source.visit({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'MemberExpression') return
      const object = source.text.slice(callee.object.start, callee.object.end)
      const method = source.text.slice(callee.property.start, callee.property.end)
      found.push({ object, method, name: `${object}.${method}`, arguments: given })
    },
  })
  return found
}
