import type { Translator } from '@foyer/i18n'

import { notificationKinds } from '#app/notification-kinds.ts'
import {
  notificationSettings,
  type NotificationSetting,
  usedKinds,
} from '#app/notification-types.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { mutedSettings } from '#app/platform/notifications/muted-settings.ts'

import type { NotificationSettingRow, NotificationSettingState } from './pages.ts'

/** The account's notification settings, by kind and way. */
export async function notificationSettingRows(
  db: Db,
  t: Translator,
  userId: string,
  { teams }: Pick<Config, 'teams'>,
): Promise<NotificationSettingRow[]> {
  const muted = await mutedSettings(db, userId)
  const stateOf = (setting: NotificationSetting): NotificationSettingState => {
    if (!notificationSettings.includes(setting)) return 'always'
    return muted.has(setting) ? 'off' : 'on'
  }
  const kinds = usedKinds.filter((kind) => teams !== null || kind !== 'team')
  return kinds.map((kind) => ({
    kind,
    about: t(notificationKinds[kind].label),
    mail: stateOf(`${kind}.mail`),
    app: stateOf(`${kind}.app`),
  }))
}
