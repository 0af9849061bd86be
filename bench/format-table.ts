export function formatTable(rows: (readonly string[])[]): string {
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, index) => cell.padEnd(widths?.[index] ?? 0)).join('  ')
  return ['', ...rows.map((row) => line(row).trimEnd()), ''].join('\n')
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN
}
