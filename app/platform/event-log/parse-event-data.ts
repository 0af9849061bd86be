/** Parses the data of an event. Unreadable JSON, from tampering, gives an empty object; the integrity check reports it. */
export function parseEventData(json: string): Record<string, unknown> {
  try {
    return { ...Object(JSON.parse(json)) }
  } catch {
    return {}
  }
}
