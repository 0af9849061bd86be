import type { ExpressionBuilder } from 'kysely'

import type { Schema } from '#app/platform/db/schema.ts'

/**
 * The number of unread notifications of the selected user. Counted by an index that contains nothing else, not kept in a
 * column: it cannot differ from the rows.
 */
export function unreadCount(eb: ExpressionBuilder<Schema, 'users'>) {
  return eb
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .whereRef('notifications.user_id', '=', 'users.id')
    .where('notifications.read_at', 'is', null)
    .as('unread_notifications')
}
