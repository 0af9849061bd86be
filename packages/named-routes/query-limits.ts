import { RouteError } from './route-error.ts'

/** The limits of qs, whose option names these are. */
export const queryLimits = { arrayLimit: 20, depth: 5, parameterLimit: 1000 } as const

/**
 * Checks a query string such as `?tags[]=a&filter[name]=b` before it is sent or parsed.
 *
 * @throws RouteError for more parameters, list items or levels than the server reads
 */
export function assertQueryLimits(search: string): void {
  const pairs = search.replace(/^\?/, '').split('&')
  rejectMoreThan(queryLimits.parameterLimit, pairs.length, 'parameters')
  const listItems = new Map<string, Set<string>>()
  for (const [index, pair] of pairs.entries()) {
    const { name, keys } = parseKey(pair)
    rejectMoreThan(queryLimits.depth, keys.length, `levels of '${name}'`)
    for (const [level, key] of [...keys, ''].entries()) {
      // A repeated key is a list too.
      if (/^\d*$/.test(key)) addItem(listItems, [name, ...keys.slice(0, level)], key || `#${index}`)
    }
  }
}

function addItem(listItems: Map<string, Set<string>>, path: readonly string[], item: string): void {
  const list = path.join('[')
  const items = listItems.get(list) ?? new Set()
  listItems.set(list, items.add(item))
  rejectMoreThan(queryLimits.arrayLimit, items.size, `items of '${path[0]}'`)
}

function rejectMoreThan(limit: number, count: number, what: string): void {
  if (count > limit) throw new RouteError(`a query has ${count} ${what}, and may have ${limit}.`)
}

/** `filter[name]=Ada` has the name `filter` and the key `name`. */
function parseKey(pair: string): { name: string; keys: string[] } {
  const key = pair.replace(/=.*/s, '').replace(/%5B/gi, '[').replace(/%5D/gi, ']')
  const name = key.replace(/\[.*/s, '')
  return { name, keys: [...key.matchAll(/\[([^[\]]*)\]/g)].map(([, it = '']) => it) }
}
