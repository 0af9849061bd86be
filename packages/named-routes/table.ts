import type { NamedRoute, RouteMap, Table, TableRoute } from './table-types.ts'

interface RouteTableOptions<Map extends RouteMap> {
  /** The public origin, such as `https://example.com`; without it the table holds paths only. */
  origin?: string
  /** Whether to include a route. Omitting one hides its name; it is not access control. */
  include?: (name: keyof Map & string, route: Map[keyof Map]) => boolean
}

/** Builds the route table for a document from the application's route map. */
export function routeTable<Map extends RouteMap>(
  routes: Map,
  { origin = '', include = () => true }: RouteTableOptions<Map> = {},
): Table {
  const port = origin === '' ? '' : new URL(origin).port
  const included: Record<string, TableRoute> = Object.create(null)
  for (const [name, route] of entries(routes)) {
    if (include(name, route)) included[name] = tableRoute(route)
  }
  const table = {
    url: origin.replace(/\/+$/, ''),
    port: port === '' ? null : Number(port),
    defaults: {},
    routes: included,
  }
  return { version: tableVersion(table), ...table }
}

function tableRoute({ method, path, where }: NamedRoute): TableRoute {
  const parameters = [...path.matchAll(/\{(\w+)\??\}/g)].map(([, name = '']) => name)
  return {
    uri: path === '/' ? path : path.replace(/^\/+/, ''),
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    ...(where && { wheres: where }),
    ...(parameters.length > 0 && { parameters }),
  }
}

/** A checksum to tell tables apart, not a security feature. */
function tableVersion(table: unknown): string {
  const text = JSON.stringify(table)
  return fnv1a(text, 0x811c9dc5) + fnv1a(text, 0x01000193).slice(0, 4)
}

/** FNV-1a, 32 bits. @see RFC 9923 */
function fnv1a(text: string, seed: number): string {
  let value = seed
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return (value >>> 0).toString(16).padStart(8, '0')
}

function entries<Map extends RouteMap>(routes: Map): [keyof Map & string, Map[keyof Map]][] {
  return Object.entries(routes) as [keyof Map & string, Map[keyof Map]][]
}
