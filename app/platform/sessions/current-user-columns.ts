import type { ExpressionBuilder } from 'kysely'

import { profileColumns } from '#app/platform/db/profile-columns.ts'
import type { Schema } from '#app/platform/db/schema.ts'
import { unreadCount } from '#app/platform/notifications/unread-count.ts'

/** The columns of the account that each request reads. */
export function currentUserColumns(eb: ExpressionBuilder<Schema, 'users'>) {
  return [
    'users.id as user_id',
    'users.email',
    'users.email_verified_at',
    'users.photo_id',
    'users.two_factor_enabled_at',
    'users.created_at',
    'users.terms_version',
    'users.policy_version',
    'users.leaves_at',
    'users.event_count',
    'users.role',
    eb('users.password_hash', 'is not', null).as('has_password'),
    unreadCount(eb),
    ...profileColumns,
  ] as const
}
