import { z } from 'zod'

import { paginateRows } from '#app/platform/lib/paginate-rows.ts'

export const id = z.uuid().meta({ examples: ['019a2f6e-41d0-7c3a-9b52-6f0e8d1c2b34'] })
/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime().meta({ examples: ['2026-05-03T03:12:00Z'] })

export const nextCursor = z
  .string()
  .nullable()
  .describe('The `cursor` of the next page; null on the last page.')
  .meta({ examples: [null] })

/** Keyset pagination, newest first: inserts and deletes between requests do not shift the pages. */
export const PageQuery = z.object({
  cursor: z
    .uuid('Use the cursor of the previous page.')
    .optional()
    .describe('`next_cursor` of the previous page.'),
  limit: z
    .preprocess(
      (text) => (typeof text === 'string' && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : text),
      z.int('Choose 1 to 100.').max(100, 'Choose 1 to 100.').min(1).default(25),
    )
    .describe('Entries per page, 1 to 100.'),
})

export const ErrorBody = z
  .object({ message: z.string().describe('The reason, in one sentence.') })
  .describe('The request was rejected.')
  .meta({ id: 'Error' })

export const ValidationErrorBody = ErrorBody.extend({
  errors: z.record(z.string(), z.array(z.string())).describe('The reasons for each field.'),
})
  .describe('A field is invalid.')
  .meta({ id: 'ValidationError' })

/** A page of the API. @param rows  up to `limit` + 1 */
export function paginate<Row extends { id: string }, Item>(
  rows: Row[],
  limit: number,
  serialize: (row: Row) => Item,
): { data: Item[]; next_cursor: string | null } {
  const { rows: page, next } = paginateRows(rows, limit, ({ id }) => id)
  return { data: page.map(serialize), next_cursor: next }
}
