/** The subjects of notifications, and their names in settings. */
export const notificationSubjects = {
  security: { label: 'Security' },
  export: { label: 'Data exports' },
  team: { label: 'Teams' },
} as const

export type NotificationSubject = keyof typeof notificationSubjects

export const notificationSubjectNames = Object.keys(notificationSubjects) as NotificationSubject[]

/** Links to the event that was recorded with the notice. */
export const eventLink = { route: 'time-travel.index', params: ['event'] } as const

export const passwordLink = { route: 'profile.security', section: 'password' } as const
