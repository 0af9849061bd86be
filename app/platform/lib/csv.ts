/** The first line of a file. Without the byte order mark, spreadsheets take UTF-8 for another encoding. */
export function csvStart(columnTitles: readonly string[]): string {
  return `\uFEFF${csvLine(columnTitles)}`
}

/** A line of CSV (RFC 4180). */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** A spreadsheet would run text that starts like a formula, so an apostrophe marks it as text. */
export function csvCell(text: string): string {
  const isFormula = /^[\s"']*[=+\-@\t\r\n|%＝＋－＠]/.test(text)
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
}

/** "2026-05-03 03:12:09+02:00", which spreadsheets and people understand. */
export function localTime(at: string, zone: string): string {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone)
  return local.toString({ timeZoneName: 'never', fractionalSecondDigits: 0 }).replace('T', ' ')
}
