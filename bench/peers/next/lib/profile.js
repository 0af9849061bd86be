import { database } from './auth.js'

const notificationSubjects = [
  { kind: 'security', about: 'Security', mail: 'always', app: 'on' },
  { kind: 'export', about: 'Data exports', mail: 'always', app: 'on' },
  { kind: 'team', about: 'Teams', mail: 'on', app: 'on' },
]
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
]

const selectAddresses = lazily('select email from email_addresses where user_id = ?')
const selectSettings = lazily('select kind, mail, app from notification_settings where user_id = ?')

export function emailAddresses(userId) {
  const rows = selectAddresses().all(userId)
  return { rows: rows.map(({ email }) => ({ email })), max: 5 }
}

export function notificationSettings(userId) {
  const settings = selectSettings().all(userId)
  return notificationSubjects.map((defaults) => {
    const chosen = settings.find(({ kind }) => kind === defaults.kind)
    return chosen ? { ...defaults, mail: chosen.mail, app: chosen.app } : defaults
  })
}

/** The build loads this module, too, without tables. */
function lazily(sql) {
  let statement
  return () => (statement ??= database.prepare(sql))
}
