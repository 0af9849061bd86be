import type { ESTree } from 'vite'

import { type SourceTree, isTestFile, type SourceFile } from './source-tree.ts'

/** Kysely methods that write their argument into the SQL text; they may only receive literals. */
const rawSqlMethods = new Set(['ref', 'table', 'id', 'raw', 'lit'])
const dynamicRefMethods = new Set(['ref', 'table'])
const jsonPathMethods = new Set(['key', 'at'])

/** Calls that write a non-literal value into the SQL text. */
export function interpolatedSqlValues(tree: SourceTree): string[] {
  return tree
    .filter((source) => !isTestFile(source) && usesKysely(source))
    .flatMap((source) =>
      methodCalls(source)
        .filter(isUnsafeCall)
        .map(({ name }) => `${source.path}: ${name}(…) writes a value into the SQL text`),
    )
}

/** SQL in the files of routes and their replies, which are for HTTP only. */
export function sqlInRoutes(tree: SourceTree): string[] {
  const statements = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
  return tree
    .filter(({ path }) => /^app\/.+\/(([a-z-]+-)?routes|[a-z-]+-reply)\.ts$/.test(path))
    .filter((source) => usesKysely(source) || statements.test(source.text))
    .map(({ path }) => `${path} contains SQL`)
}

const teamStatement = /\.(?:selectFrom|updateTable|deleteFrom)\(\s*'(?<table>team_\w+)/
/** Conditions that limit a statement to one team, one account, one secret or address, or the rows that are due. */
const ofOneTeam =
  /where(?:Ref)?\(\s*'(?:\w+\.)?(?:team_id|user_id|created_by|changed_by|added_by|role_given_by|token_hash|email_key|next_check_at)'/

/** Statements on tables of teams without such a condition, which might reach another team. */
export function statementsWithoutTeam(tree: SourceTree): string[] {
  return tree
    .filter((source) => !isTestFile(source) && source.path.startsWith('app/'))
    .flatMap((source) =>
      statements(source).flatMap((text) => {
        const table = teamStatement.exec(text)?.groups?.['table']
        return table && !ofOneTeam.test(text) ? [`${source.path}: ${table} without team_id`] : []
      }),
    )
}

/** The text of each chain of calls. The calls of a chain start at the same place. */
function statements(source: SourceFile): string[] {
  const ends = new Map<number, number>()
  source.visit({
    CallExpression({ start, end }) {
      ends.set(start, Math.max(end, ends.get(start) ?? 0))
    },
  })
  return [...ends].map(([start, end]) => source.text.slice(start, end))
}

function usesKysely({ imports, path }: SourceFile): boolean {
  return imports.some(({ library }) => library === 'kysely') || path.startsWith('app/platform/db/')
}

interface MethodCall {
  object: string
  method: string
  name: string
  arguments: ESTree.CallExpression['arguments']
}

function isUnsafeCall({ object, method, arguments: args }: MethodCall): boolean {
  const writesSqlText =
    (object === 'sql' && rawSqlMethods.has(method)) ||
    (object.endsWith('dynamic') && dynamicRefMethods.has(method)) ||
    jsonPathMethods.has(method)
  return writesSqlText && args.some((argument) => !isLiteral(argument))
}

/** Includes negative numbers, which are unary expressions. */
function isLiteral(argument: MethodCall['arguments'][number]): boolean {
  if (argument.type === 'UnaryExpression') return argument.argument.type === 'Literal'
  return argument.type === 'Literal'
}

function methodCalls(source: SourceFile): MethodCall[] {
  const found: MethodCall[] = []
  source.visit({
    CallExpression({ callee, arguments: args }) {
      if (callee.type !== 'MemberExpression') return
      const object = source.text.slice(callee.object.start, callee.object.end)
      const method = source.text.slice(callee.property.start, callee.property.end)
      found.push({ object, method, name: `${object}.${method}`, arguments: args })
    },
  })
  return found
}
