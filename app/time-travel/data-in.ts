/** What an event tells. One that was altered by hand may tell nothing that can be read: the seal says which. */
export function dataIn(text: string): Record<string, unknown> {
  try {
    return { ...Object(JSON.parse(text)) }
  } catch {
    return {}
  }
}
