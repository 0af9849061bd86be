/** The subjects of notifications, and their names in settings. */
export const notificationKinds = {
  security: { label: 'Security' },
  export: { label: 'Data exports' },
  team: { label: 'Teams' },
} as const

export type NotificationKind = keyof typeof notificationKinds

export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[]
