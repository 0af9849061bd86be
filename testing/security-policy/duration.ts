import { day, hour, minute } from '#app/platform/lib/durations.ts'

/** A duration in its largest whole unit, such as "2 hours". */
export function duration(ms: number): string {
  const units = { day, hour, minute, second: 1000 }
  const [name, length] = Object.entries(units).find(([, unit]) => ms % unit === 0) ?? ['ms', 1]
  return `${ms / length} ${name}${ms === length || name === 'ms' ? '' : 's'}`
}

/** A rate limit, such as "5 in 1 minute". */
export const perWindow = ({ limit, windowMs }: { limit: number; windowMs: number }) =>
  `${limit} in ${duration(windowMs)}`

export const kilobytes = (bytes: number) => `${bytes / 1024} kB`
