export type Scalar = string | number | boolean

export type QueryValue = Scalar | null | undefined | readonly QueryValue[] | Query

export interface Query {
  readonly [key: string]: QueryValue
}

/** `?tags[]=a&tags[]=b&filter[name]=c`; what is null or undefined is left out, a boolean is 1 or 0. */
export function queryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => pairsOf(encode(key), value))
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function pairsOf(key: string, value: QueryValue): string[] {
  if (value === null || value === undefined) return []
  if (isList(value)) return value.flatMap((item) => pairsOf(`${key}[]`, item))
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([inner, it]) => pairsOf(`${key}[${encode(inner)}]`, it))
  }
  return [`${key}=${encode(asText(value))}`]
}

export function asText(value: Scalar): string {
  return String(typeof value === 'boolean' ? Number(value) : value)
}

/** Half a surrogate pair cannot be written in a URL; it becomes the replacement character. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function isList(value: QueryValue): value is readonly QueryValue[] {
  return Array.isArray(value)
}
