export type Scalar = string | number | boolean

export type QueryValue = Scalar | null | undefined | readonly QueryValue[] | Query

export interface Query {
  readonly [key: string]: QueryValue
}

/** `?tags[]=a&tags[]=b&filter[name]=c`; what is null or undefined is left out, a boolean is 1 or 0. */
export function queryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => queryPairs(encodeText(key), value))
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function queryPairs(key: string, value: QueryValue): string[] {
  if (value === null || value === undefined) return []
  if (isArrayValue(value)) return value.flatMap((item) => queryPairs(`${key}[]`, item))
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

/** Half a surrogate pair cannot be written in a URL; it becomes the replacement character. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function isArrayValue(value: QueryValue): value is readonly QueryValue[] {
  return Array.isArray(value)
}
