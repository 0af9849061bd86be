/** What an event tells. One that was altered by hand may tell nothing that can be read: the seal says which. */
export function parseEventData(json: string): Record<string, unknown> {
  try {
    return { ...Object(JSON.parse(json)) }
  } catch {
    return {}
  }
}
