import { day, hour, minute } from '#app/platform/lib/durations.ts'

/** A duration in its largest whole unit, such as "2 hours". */
export function duration(ms: number): string {
  const units = { day, hour, minute, second: 1000 }
  const [name, length] = Object.entries(units).find(([, unit]) => ms % unit === 0) ?? ['ms', 1]
  return `${ms / length} ${name}${ms === length || name === 'ms' ? '' : 's'}`
}

export const kilobytes = (bytes: number) => `${bytes / 1024} kB`
