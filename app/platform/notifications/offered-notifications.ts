import type { ExpressionBuilder } from 'kysely'

import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
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
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(isOffered(config))
    .executeTakeFirstOrThrow()
  return Number(count)
}
