/** Returns the rows with one of them changed; an unknown id changes none. */
export function updateRow<Row>(rows: Record<string, Row>, id: string, changes: Partial<Row>) {
  const row = rows[id]
  return row ? { ...rows, [id]: { ...row, ...changes } } : rows
}

export function removeRow<Row>(rows: Record<string, Row>, id: string): Record<string, Row> {
  const { [id]: _removed, ...rest } = rows
  return rest
}
