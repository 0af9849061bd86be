export interface Query<Row> {
  execute(): Promise<Row[]>
}

/**
 * Reads many rows in batches, until one is empty.
 *
 * @param first  the first batch, in a total order and with a limit
 * @param after  the batch after a row
 */
export async function* batches<Row>(
  first: Query<Row>,
  after: (last: Row) => Query<Row>,
): AsyncGenerator<Row[]> {
  let rows = await first.execute()
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows
    rows = await after(last).execute()
  }
}
