import type { Translator } from '@foyer/i18n'
import { z } from 'zod'

import { notificationSubjects } from '#app/notification-subjects.ts'
import { notificationInfo, type NotificationLink } from '#app/notification-types.ts'
import type { NotificationPage, NotificationRow } from '#app/pages.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { accountNames } from '#app/platform/event-log/account-names.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { paginateRows } from '#app/platform/lib/paginate-rows.ts'
import { deviceName } from '#app/platform/lib/user-agent.ts'

import { notificationPath } from './notification-path.ts'
import type { NotificationData } from './notify.ts'
import { isOffered } from './offered-notifications.ts'

interface PageQuery {
  userId: string
  /** Only notifications older than this one; null starts with the newest. */
  before: string | null
  limit: number
}

/** The account's notifications in the reader's language, the newest first. */
export async function notificationPage(
  { db, config }: { db: Db; config: Pick<Config, 'teams'> },
  t: Translator,
  { userId, before, limit }: PageQuery,
): Promise<NotificationPage> {
  let query = db
    .selectFrom('notifications')
    .select(['id', 'type', 'data', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .where(isOffered(config))
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (before !== null) query = query.where('id', '<', before)
  const page = paginateRows(await query.execute(), limit, ({ id }) => id)
  const shown = page.rows.map(({ data, ...row }) => ({ ...row, values: valuesOf(data) }))
  const names = await accountNames(
    db,
    shown.map(({ values }) => values?.['account']),
  )
  return {
    rows: shown.map((row) => notificationRow(t, row, names.get(row.values?.['account']))),
    older: page.next,
  }
}

interface StoredNotification {
  id: string
  type: string
  /** Null when they cannot be read. */
  values: NotificationData | null
  created_at: number
  read_at: number | null
}

/** @param name  of the account that it is about, if another; stored only in older ones */
function notificationRow(
  t: Translator,
  { id, type, values: stored, created_at, read_at }: StoredNotification,
  name = t('someone who left'),
): NotificationRow {
  const values = { name, ...stored }
  const info = stored && notificationInfo(type)
  return {
    id,
    about: info && t(notificationSubjects[info.kind].label),
    target: info && targetName(t, values),
    title: t({ text: info?.title ?? 'Account changed', values }),
    href: info && pathOf(info.link, values),
    at: toIso(created_at),
    isRead: read_at !== null,
  }
}

/** A name, or the device. */
function targetName(t: Translator, { target, browser, platform }: NotificationData): string | null {
  const text = (value?: string | number) => (value === undefined ? null : String(value))
  const device = deviceName({ browser: text(browser), platform: text(platform) })
  return text(target) ?? (device && t(device))
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
