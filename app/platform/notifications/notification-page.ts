import type { Translator } from '@foyer/i18n'

import { notificationSubjects } from '#app/notification-subjects.ts'
import { notificationInfo } from '#app/notification-types.ts'
import type { NotificationPage, NotificationRow } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { accountNames } from '#app/platform/event-log/account-names.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { notificationPath } from './notification-path.ts'
import type { NotificationData } from './notify.ts'

interface PageQuery {
  userId: string
  /** Only older ones than this; null starts with the newest. */
  before: string | null
  limit: number
}

/** The account's notifications in the reader's language, the newest first. */
export async function notificationPage(
  db: Db,
  t: Translator,
  { userId, before, limit }: PageQuery,
): Promise<NotificationPage> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'type', 'data', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows
    .slice(0, limit)
    .map(({ data, ...row }) => ({ ...row, values: JSON.parse(data) }))
  const names = await accountNames(
    db,
    shown.map(({ values }) => values.account),
  )
  return {
    rows: shown.map((row) => notificationRow(t, row, names.get(row.values.account))),
    older: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

interface StoredNotification {
  id: string
  type: string
  values: NotificationData
  created_at: number
  read_at: number | null
}

/** @param name  of the account that it is about, if another; stored only in older ones */
function notificationRow(
  t: Translator,
  { id, type, values: stored, created_at, read_at }: StoredNotification,
  name = t('someone who left'),
): NotificationRow {
  const info = notificationInfo(type)
  const values = { name, ...stored }
  return {
    id,
    about: info && t(notificationSubjects[info.kind].label),
    title: t({ text: info?.title ?? 'Account changed', values }),
    href: info && notificationPath(info.link, values),
    at: toIso(created_at),
    isRead: read_at !== null,
  }
}
