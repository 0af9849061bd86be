/**
 * Merges sorted sequences into one.
 *
 * @param sequences  in batches
 * @param keyOf  what they are sorted by
 */
export async function* mergeSorted<Row>(
  sequences: readonly AsyncGenerator<Row[]>[],
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let waiting = sequences.map((sequence) => ({ sequence, rows: [] as Row[] }))
  for (;;) {
    const filled = await Promise.all(waiting.map(fill))
    waiting = filled.filter(({ rows }) => rows.length > 0)
    if (waiting.length === 0) return
    // No sequence has a row that comes before the end of the batch that ends first.
    const ends = waiting.flatMap(({ rows }) => rows.slice(-1).map(keyOf))
    const end = ends.reduce((least, key) => (key < least ? key : least))
    const ready = waiting.flatMap(({ rows }) => rows.filter((row) => keyOf(row) <= end))
    yield ready.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    waiting = waiting.map(({ sequence, rows }) => ({
      sequence,
      rows: rows.filter((row) => keyOf(row) > end),
    }))
  }
}

async function fill<Row>({ sequence, rows }: { sequence: AsyncGenerator<Row[]>; rows: Row[] }) {
  if (rows.length > 0) return { sequence, rows }
  const next = await sequence.next()
  return { sequence, rows: next.done ? [] : next.value }
}
