/** The subjects of notifications, and their names in settings. */
export const notificationKinds = {
  security: { label: 'Security' },
  export: { label: 'Data exports' },
  team: { label: 'Teams' },
} as const

export type NotificationKind = keyof typeof notificationKinds

export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[]

/** The event that was recorded with the notice. */
export const eventLink = { route: 'time-travel.index', params: ['event'] } as const

export const passwordLink = { route: 'profile.security', section: 'password' } as const
