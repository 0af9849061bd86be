import { type Query, queryString, type Scalar } from './query-string.ts'
import type { RouteMap, Table, TableRoute } from './table-types.ts'

type NamePattern<Map extends RouteMap> = (keyof Map & string) | `${string}*${string}`

/** The route of the page that the browser shows, as in ziggy-js. */
export interface CurrentRoute<Map extends RouteMap> {
  /** Its name; undefined when the table contains no route for the page. */
  current(): (keyof Map & string) | undefined
  /** Whether it has this name (`*` stands for any characters) and these parameters and query values. */
  current(name: NamePattern<Map>, parameters?: Query | Scalar | null): boolean
  /** Its parameters and the values of the query, as text. */
  readonly params: Readonly<Record<string, string>>
  has(name: keyof Map & string): boolean
}

interface Match {
  name: string
  parameters: Record<string, string>
}

/** @param place  the page's URL or path */
export function currentRoute(table: Table, place: string | undefined) {
  const url = place === undefined ? null : new URL(place, 'http://localhost')
  const match = url && matchRoute(table, url.pathname)
  const search = match ? [...url.searchParams] : []

  function current(name?: string, given?: Query | Scalar | null): string | undefined | boolean {
    if (name === undefined) return match?.name
    if (match === null || !namePattern(name).test(match.name)) return false
    return hasValues(match, search, namedValues(given ?? {}, table.routes[match.name]))
  }

  return {
    current,
    params: { ...match?.parameters, ...Object.fromEntries(search) },
    has: (name: string) => Object.hasOwn(table.routes, name),
  }
}

function namedValues(given: Query | Scalar, route: TableRoute | undefined): Query {
  return typeof given === 'object' ? given : { [route?.parameters?.[0] ?? String(given)]: given }
}

function hasValues({ parameters }: Match, search: [string, string][], values: Query): boolean {
  const isParameter = ([name]: [string, unknown]) => Object.hasOwn(parameters, name)
  const entries = Object.entries(values)
  const query = Object.fromEntries(entries.filter((entry) => !isParameter(entry)))
  return (
    entries.filter(isParameter).every(([name, value]) => String(value) === parameters[name]) &&
    [...new URLSearchParams(queryString(query))].every(([key, value]) =>
      search.some(([name, text]) => name === key && text === value),
    )
  )
}

function matchRoute(table: Table, pathname: string): Match | null {
  const base = table.url.replace(/^\w+:\/\/[^/]*/, '')
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return null
  const path = pathname.slice(base.length).replace(/(?<=.)\/$/, '') || '/'
  for (const [name, route] of Object.entries(table.routes)) {
    const groups = route.methods.includes('GET') ? pathGroups(route, path) : null
    if (groups) return { name, parameters: decodedValues(groups) }
  }
  return null
}

function pathGroups(route: TableRoute, path: string): Record<string, string> | null {
  const pattern = pathPattern(route)
  const match = pattern.exec(path) ?? pattern.exec(decodeLeniently(decodeURI, path))
  return match && { ...match.groups }
}

function pathPattern({ uri, wheres = {} }: TableRoute): RegExp {
  const source = `/${uri.replace(/^\//, '')}`
    .replace(/[.*+$()[\]|\\^]/g, '\\$&')
    .replace(/(\/?)\{(\w+)(\??)\}/g, (_, slash: string, name: string, optional: string) => {
      const group = `${slash}(?<${name}>${wheres[name] ?? '[^/]+'})`
      return optional ? `(?:${group})?` : group
    })
  return new RegExp(`^${source}$`)
}

function namePattern(name: string): RegExp {
  return new RegExp(`^${name.replace(/[^\w*]/g, '\\$&').replaceAll('*', '.*')}$`)
}

function decodedValues(groups: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(groups).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value = '']) => [name, decodeLeniently(decodeURIComponent, value)]),
  )
}

/** A malformed escape stays as it is. */
function decodeLeniently(decode: (text: string) => string, text: string): string {
  try {
    return decode(text)
  } catch {
    return text
  }
}
