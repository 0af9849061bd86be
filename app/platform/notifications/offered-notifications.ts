import type { ExpressionBuilder } from 'kysely'

import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import type { Schema } from '#app/platform/db/schema.ts'

type Settings = Pick<Config, 'teams'>

/** Whether a notification is shown. Without teams, those from when there were some are hidden: their links lead nowhere. */
export function isOffered({ teams }: Settings) {
  return (eb: ExpressionBuilder<Schema, 'notifications'>) =>
    teams === null ? eb('type', 'not like', 'team-%') : eb.lit(true)
}

export async function offeredUnreadCount(
  { db, config }: { db: Db; config: Settings },
  userId: string,
): Promise<number> {
  return countRows(
    db
      .selectFrom('notifications')
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where(isOffered(config)),
  )
}
