import { sql } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { day as dayMs } from '#app/platform/lib/durations.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { countActivePeople } from './count-active-people.ts'
import { figureDays } from './limits.ts'
import { type Figure, type FigureName, figureNames } from './pages.ts'

/** Returns the figures of the last `figureDays` days. Reads them by primary key, one row per day and figure. */
export async function dailyFigures(db: Db, now: number): Promise<Figure[]> {
  const days = daysUntil(now)
  const rows = await db
    .selectFrom('daily_figures')
    .select(['day', 'figure', 'count'])
    .where('day', '>=', days[0] ?? now)
    .execute()
  const counts = new Map(rows.map((row) => [`${row.figure} ${Number(row.day)}`, Number(row.count)]))
  return figureNames.map((name) => ({
    name,
    from: toIso(days[0] ?? now),
    counts: days.map((day) => counts.get(`${name} ${day}`) ?? 0),
  }))
}

/**
 * Counts today, yesterday and the days that nobody has counted yet, and forgets the days before. Each count reads the entries of
 * its day from an index and nothing else: a day costs the same beside ten million
 * accounts. Safe to run concurrently.
 */
export async function countDailyFigures(db: Db, now: number): Promise<void> {
  const days = daysUntil(now)
  await db
    .deleteFrom('daily_figures')
    .where('day', '<', days[0] ?? now)
    .execute()
  const rows = await db
    .selectFrom('daily_figures')
    .select('day')
    .distinct()
    .where('day', '>=', days[0] ?? now)
    .execute()
  const counted = new Set(rows.map(({ day }) => Number(day)))
  for (const day of days)
    if (day > now - 2 * dayMs || !counted.has(day))
      for (const figure of figureNames) await countDay(db, figure, { day, now })
}

async function countDay(
  db: Db,
  figure: FigureName,
  { day, now }: { day: number; now: number },
): Promise<void> {
  // Not beyond now: somebody who comes back while sessions are counted would count twice.
  const count = await countOf[figure](db, day, Math.min(day + dayMs, now + 1))
  await db
    .insertInto('daily_figures')
    .values({ day, figure, count })
    // A session stores its latest activity only, so a later count of the same day can be lower. The higher one stays.
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'figure'])
        .doUpdateSet({ count })
        .where('daily_figures.count', '<', count),
    )
    .execute()
}

type Count = (db: Db, from: number, to: number) => Promise<number>

const countOf: Record<FigureName, Count> = {
  'active-people': (db, from, to) => countActivePeople(db, { from, to }),

  'sign-ups': (db, from, to) =>
    countRows(db.selectFrom('users').where('created_at', '>=', from).where('created_at', '<', to)),

  'second-factors': (db, from, to) =>
    countRows(
      db
        .selectFrom('users')
        .where('two_factor_enabled_at', 'is not', null)
        .where('two_factor_enabled_at', '>=', from)
        .where('two_factor_enabled_at', '<', to),
    ),

  'failed-sign-ins': (db, from, to) =>
    countRows(
      db
        .selectFrom('events')
        // A constant, so that the partial index applies to a prepared statement too.
        .where(sql<boolean>`type = 'sign-in.refused'`)
        .where('at', '>=', from)
        .where('at', '<', to),
    ),
}

/** The last days, UTC, today included; the earliest first. */
function daysUntil(now: number): number[] {
  const today = Math.floor(now / dayMs) * dayMs
  return Array.from({ length: figureDays }, (_, index) => today - (figureDays - 1 - index) * dayMs)
}
