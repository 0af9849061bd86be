/** A line of CSV (RFC 4180). */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** A spreadsheet would run text that starts like a formula, so an apostrophe marks it as text. */
export function csvCell(text: string): string {
  const isFormula = /^[\s"']*[=+\-@\t\r\n|%＝＋－＠]/.test(text)
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
}
