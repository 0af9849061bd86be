import type { Translator } from '@foyer/i18n'
import { z } from 'zod'

import { notificationSubjects } from '#app/notification-subjects.ts'
import { notificationInfo, type NotificationLink } from '#app/notification-types.ts'
import type { NotificationPage, NotificationRow } from '#app/pages.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { notificationPath } from './notification-path.ts'
import type { NotificationData } from './notify.ts'
import { isOffered } from './offered-notifications.ts'

interface PageQuery {
  userId: string
  /** Only older ones than this; null starts with the newest. */
  before: string | null
  limit: number
}

/** The account's notifications in the reader's language, the newest first. */
export async function notificationPage(
  { db, config }: { db: Db; config: Pick<Config, 'teams'> },
  t: Translator,
  { userId, before, limit }: PageQuery,
): Promise<NotificationPage> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'type', 'data', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .where(isOffered(config))
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
  const values = valuesOf(stored.data)
  const info = values && notificationInfo(type)
  return {
    id,
    about: info && t(notificationSubjects[info.kind].label),
    title: t({ text: info?.title ?? 'Account changed', values: values ?? {} }),
    href: info && pathOf(info.link, values),
    at: toIso(created_at),
    isRead: read_at !== null,
  }
}

const Values = z.record(z.string(), z.union([z.string(), z.number()]))

/** Null when the row was altered into something else. */
function valuesOf(stored: string): NotificationData | null {
  try {
    return Values.parse(JSON.parse(stored))
  } catch {
    return null
  }
}

/** Null when a value is not what the route takes. */
function pathOf(link: NotificationLink, values: NotificationData): string | null {
  try {
    return notificationPath(link, values)
  } catch {
    return null
  }
}
