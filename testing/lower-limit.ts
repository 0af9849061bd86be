import type { TestApp } from './test-app.ts'

/** Lowers the rate limits of some counters, so that a test reaches them with few requests. Needs an app of its own. */
export function lowerLimit({ app: { limits } }: TestApp, keys: RegExp, limit: number): void {
  const hit = limits.hit.bind(limits)
  limits.hit = (key, rate) => hit(key, keys.test(key) ? { ...rate, limit } : rate)
}
