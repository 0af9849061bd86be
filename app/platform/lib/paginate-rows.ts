/**
 * Cuts a page from `limit` + 1 rows: the extra row shows that another page follows.
 *
 * @returns `next` is the cursor of the next page; null on the last one
 */
export function paginateRows<Row, Cursor>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
): { rows: Row[]; next: Cursor | null } {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { rows: page, next: last === undefined ? null : cursorOf(last) }
}
