import type { Translator } from '@foyer/i18n'

import { notificationSubjects } from '#app/notification-subjects.ts'
import {
  notificationSettings,
  type NotificationSetting,
  usedKinds,
} from '#app/notification-types.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { type MaybePromise, whenReady } from '#app/platform/lib/maybe-promise.ts'
import { mutedSettings } from '#app/platform/notifications/muted-settings.ts'

import type { NotificationSettingRow, NotificationSettingState } from './pages.ts'

/** The account's notification settings, by kind and way. */
export function notificationSettingRows(
  db: Db,
  t: Translator,
  userId: string,
  { teams }: Pick<Config, 'teams'>,
): MaybePromise<NotificationSettingRow[]> {
  return whenReady(mutedSettings(db, userId), (muted) => settingRows(t, muted, teams !== null))
}

function settingRows(
  t: Translator,
  muted: ReadonlySet<NotificationSetting>,
  hasTeams: boolean,
): NotificationSettingRow[] {
  const stateOf = (setting: NotificationSetting): NotificationSettingState => {
    if (!notificationSettings.includes(setting)) return 'always'
    return muted.has(setting) ? 'off' : 'on'
  }
  const kinds = usedKinds.filter((kind) => hasTeams || kind !== 'team')
  return kinds.map((kind) => ({
    kind,
    about: t(notificationSubjects[kind].label),
    mail: stateOf(`${kind}.mail`),
    app: stateOf(`${kind}.app`),
  }))
}
