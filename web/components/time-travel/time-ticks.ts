import type { ActivityHistogram } from '#app/time-travel/pages.ts'

import { formatLocalDay, formatLocalTime, parseLocalTime } from './local-time.ts'

export interface Tick {
  /** Unix milliseconds. */
  at: number
  format: Intl.DateTimeFormatOptions
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const clockSteps = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour]
const daySteps = [1, 2, 7]
const monthSteps = [1, 3, 12, 24, 60, 120]
const maxTicks = 7
const [time, date, month]: Intl.DateTimeFormatOptions[] = [
  { hour: 'numeric', minute: '2-digit' },
  { day: 'numeric', month: 'short' },
  { month: 'short' },
]

/** Round times of a range in the user's time zone, for the labels of its axis: hours of a day, days of a month. */
export function timeTicks(
  { from, to }: Pick<ActivityHistogram, 'from' | 'to'>,
  zone: string,
): Tick[] {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const length = end - begin
  const inRange = (times: number[], format = time): Tick[] =>
    times.filter((at) => at > begin && at < end).map((at) => ({ at, format: { ...format } }))

  const clockStep = clockSteps.find((step) => length / step <= maxTicks)
  if (clockStep) {
    const midnight = parseLocalTime(zone, `${formatLocalDay(zone, begin)}T00:00:00`)
    const first = midnight + Math.floor((begin - midnight) / clockStep) * clockStep
    return inRange(steps((index) => first + index * clockStep))
  }
  const dayStep = daySteps.find((step) => length / (step * day) <= maxTicks)
  const [year = 0, monthNumber = 1, dayNumber = 1] = formatLocalTime(zone, begin)
    .slice(0, 10)
    .split('-')
    .map(Number)
  const midnightOf = (utc: number) =>
    parseLocalTime(zone, `${new Date(utc).toISOString().slice(0, 10)}T00:00:00`)
  if (dayStep) {
    const utc = (index: number) => Date.UTC(year, monthNumber - 1, dayNumber + index * dayStep)
    return inRange(
      steps((index) => midnightOf(utc(index))),
      date,
    )
  }
  const monthStep = monthSteps.find((step) => length / (step * 30.4 * day) <= maxTicks) ?? 120
  const firstMonth = Math.floor((monthNumber - 1) / monthStep) * monthStep
  const utc = (index: number) => Date.UTC(year, firstMonth + index * monthStep, 1)
  return inRange(
    steps((index) => midnightOf(utc(index))),
    monthStep < 12 ? month : { year: 'numeric' },
  )
}

function steps(at: (index: number) => number): number[] {
  return Array.from({ length: maxTicks + 3 }, (_, index) => at(index))
}
