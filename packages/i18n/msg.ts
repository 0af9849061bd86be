import type { Values, ValuesOf } from './placeholders.ts'

/** A message created now and translated later, when the reader's language is known. */
export type Message =
  | string
  | { readonly text: string; readonly values?: Values; readonly count?: never }
  | {
      readonly count: number
      readonly one: string
      readonly text: string
      readonly values?: Values
    }

export function msg<const S extends string>(text: S, ...[values]: ValuesOf<S>): Message {
  return values ? { text, values } : text
}

msg.n = function <const One extends string, const Other extends string>(
  count: number,
  one: One,
  other: Other,
  ...[values]: ValuesOf<One | Other, 'count'>
): Message {
  return { count, one, text: other, ...(values && { values }) }
}
