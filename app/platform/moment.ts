/** Unix milliseconds as pages, programs and the record are told a moment: ISO 8601, UTC. Null stays null. */
export function moment(ms: number): string
export function moment(ms: number | null): string | null
export function moment(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
