import { assertQueryLimits } from './query-limits.ts'

export type Scalar = string | number | boolean

export type QueryValue = Scalar | null | undefined | readonly QueryValue[] | Query

export interface Query {
  readonly [key: string]: QueryValue
}

/** Builds `?tags[]=a&tags[]=b&filter[name]=c`. Omits null and undefined; writes booleans as 1 or 0. @throws RouteError beyond the limits */
export function queryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => queryPairs(encodeText(key), value))
  if (pairs.length === 0) return ''
  const search = `?${pairs.join('&')}`
  assertQueryLimits(search)
  return search
}

function queryPairs(key: string, value: QueryValue): string[] {
  if (value === null || value === undefined) return []
  if (isArrayValue(value)) {
    // Without an index, items that are lists or objects themselves would run together.
    const isNested = value.some((item) => typeof item === 'object' && item !== null)
    return value.flatMap((item, index) => queryPairs(`${key}[${isNested ? index : ''}]`, item))
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([inner, it]) =>
      queryPairs(`${key}[${encodeText(inner)}]`, it),
    )
  }
  return [`${key}=${encodeText(toText(value))}`]
}

export function toText(value: Scalar): string {
  return String(typeof value === 'boolean' ? Number(value) : value)
}

/** Encodes for a URL. A lone surrogate becomes the replacement character. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function isArrayValue(value: QueryValue): value is readonly QueryValue[] {
  return Array.isArray(value)
}
