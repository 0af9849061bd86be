export interface TestClock {
  now: string
  offsetMs: number
}
