import { type Expression, type RawBuilder, sql } from 'kysely'

/** Sorts after every other character. */
const lastCharacter = '\u{10FFFF}'

/** Whether the text begins with the prefix, as comparisons that an index on the text can answer. */
export function startsWith(
  text: Expression<string>,
  prefix: Expression<string>,
): RawBuilder<boolean> {
  return sql`(${text} >= ${prefix} and ${text} < ${prefix} || ${lastCharacter})`
}
