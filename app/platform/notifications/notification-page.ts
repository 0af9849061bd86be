import type { Translator } from '@foyer/i18n'

import { notificationSubjects } from '#app/notification-subjects.ts'
import { notificationInfo } from '#app/notification-types.ts'
import type { NotificationPage, NotificationRow } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { notificationPath } from './notification-path.ts'

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
  const shown = rows.slice(0, limit)
  return {
    rows: shown.map((row) => notificationRow(t, row)),
    older: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

interface StoredNotification {
  id: string
  type: string
  data: string
  created_at: number
  read_at: number | null
}

function notificationRow(t: Translator, stored: StoredNotification): NotificationRow {
  const { id, type, created_at, read_at } = stored
  const info = notificationInfo(type)
  const values = JSON.parse(stored.data)
  return {
    id,
    about: info && t(notificationSubjects[info.kind].label),
    title: t({ text: info?.title ?? 'Account changed', values }),
    href: info && notificationPath(info.link, values),
    at: toIso(created_at),
    isRead: read_at !== null,
  }
}
