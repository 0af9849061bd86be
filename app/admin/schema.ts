/** The part of Kysely's table types for the admin area; see app/platform/db/schema.ts. */
export interface AdminSchema {
  daily_figures: DailyFiguresTable
}

export interface DailyFiguresTable {
  /** Its first millisecond, UTC. */
  day: number
  /** One of `figureNames` in admin/pages.ts. */
  figure: string
  count: number
}
