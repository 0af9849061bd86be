import { type CurrentRoute, currentRoute } from './current-route.ts'
import {
  toText,
  encodeText,
  queryString,
  type Query,
  type QueryValue,
  type Scalar,
} from './query-string.ts'
import type { RouteArguments } from './route-argument-types.ts'
import { RouteError } from './route-error.ts'
import type { RouteMap, Table } from './table-types.ts'

/**
 * Builds the URL of a named route: a path, or with its origin when `absolute`. Values that name no parameter go to the
 * query; `_query` holds those that clash with one.
 *
 * @throws RouteError for an unknown name, and for a missing or malformed parameter
 */
export interface RouteBuilder<Map extends RouteMap> {
  <Name extends keyof Map & string>(name: Name, ...rest: RouteArguments<Map[Name]['path']>): string

  /** Without a name: the route of the page that the browser shows. */
  (): CurrentRoute<Map>

  /** Whether the table contains the route. */
  has: (name: keyof Map & string) => boolean
}

interface RouteBuilderOptions {
  /** URL or path of the page, for `route().current()`. Defaults to the browser's; a server has none. */
  location?: () => string | undefined
}

const browserLocation = () => globalThis.location?.href

/** @param source  the table, or a function that returns it when the first URL is built */
export function routeBuilder<Map extends RouteMap>(
  source: Table | (() => Table),
  { location = browserLocation }: RouteBuilderOptions = {},
): RouteBuilder<Map> {
  const currentTable = () => (typeof source === 'function' ? source() : source)

  function route(name?: string, input?: Query | Scalar | null, absolute = false) {
    if (name === undefined) return currentRoute(currentTable(), location())
    if (!has(name)) throw new RouteError(`route '${name}' is not in the route list.`)
    const table = currentTable()
    const { parameters = [] } = table.routes[name] ?? {}
    const values = namedParameters(input ?? {}, parameters)
    const path = buildPath(table, name, values)
    const root = absolute ? table.url : ''
    return (
      root +
      (path === '/' && root !== '' ? '' : path) +
      queryString(queryParameters(values, parameters))
    )
  }

  const has = (name: string) => Object.hasOwn(currentTable().routes, name)
  return Object.assign(route, { has }) as RouteBuilder<Map>
}

/** A bare value is the first parameter, or a query key when there is none. */
function namedParameters(input: Query | Scalar, parameters: readonly string[]): Query {
  if (typeof input === 'object') return input
  const [first] = parameters
  return first === undefined ? { [toText(input)]: '' } : { [first]: input }
}

function queryParameters(values: Query, parameters: readonly string[]): Query {
  const { _query, ...others } = values
  const remaining = Object.entries(others).filter(([name]) => !parameters.includes(name))
  return { ...Object.fromEntries(remaining), ...(isQuery(_query) ? _query : {}) }
}

/** Matches the preceding slash, which is dropped with a missing optional parameter. */
const parameterPattern = /(\/?)\{(\w+)(\??)\}/g

function buildPath(table: Table, name: string, values: Query): string {
  const { uri = '', wheres = {} } = table.routes[name] ?? {}
  const path = `/${uri.replace(/^\//, '')}`.replace(
    parameterPattern,
    (_, slash: string, parameter: string, optional: string) => {
      const value = ownValue(values, parameter) ?? ownValue(table.defaults, parameter)
      if (isScalar(value) && value !== '') {
        return slash + encodeSegment(name, parameter, String(value), ownValue(wheres, parameter))
      }
      if (optional) return ''
      throw new RouteError(`'${parameter}' parameter is required for route '${name}'.`)
    },
  )
  // Browsers resolve dot segments even when they are percent-encoded.
  if (/\/\.\.?(\/|$)/.test(path)) throw new RouteError(`route '${name}' would leave its path.`)
  return path || '/'
}

function encodeSegment(name: string, parameter: string, value: string, format?: string): string {
  if (format !== undefined && !new RegExp(`^(?:${format})$`).test(value)) {
    throw new RouteError(
      `'${parameter}' parameter '${value}' does not match required format '${format}' for route '${name}'.`,
    )
  }
  // These characters have no meaning inside a path, and URLs read better with them.
  return encodeText(value).replace(/%(40|3A|3B|2C|3D|2B|26)/g, decodeURIComponent)
}

function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function isScalar(value: QueryValue): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function isQuery(value: QueryValue): value is Query {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
