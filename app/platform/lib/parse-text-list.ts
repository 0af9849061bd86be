import { z } from 'zod'

const TextList = z.array(z.string())

/** The JSON list of texts in a column. A row that was altered by hand must not end in an error on every page. */
export function parseTextList(json: string, ifUnreadable: string[]): string[] {
  try {
    return TextList.parse(JSON.parse(json))
  } catch {
    return ifUnreadable
  }
}
