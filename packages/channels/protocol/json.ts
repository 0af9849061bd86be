export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns undefined for text that is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns null for text that is not a JSON object */
export function parseJsonObject(text: string): JsonObject | null {
  const value = parseJson(text)
  return isObject(value) ? value : null
}
