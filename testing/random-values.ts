export const names = ['Ada', 'Ada King', 'Countess', 'A. L.']

export const pickFrom = <T>(list: readonly T[], pick: number): T | undefined =>
  list[pick % list.length]

/** The id of one of the rows, or of none. */
export const existingId = (rows: readonly { id: string }[], pick: number): string =>
  pickFrom(rows, pick)?.id ?? '01234567-89ab-7def-8123-456789abcdef'
