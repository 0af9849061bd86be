import type { NotificationInfo } from '#app/notification-types.ts'

export const dataExportNotificationTypes = {
  'export-ready': {
    kind: 'export',
    title: 'Your data is ready',
    link: { route: 'profile.data', section: 'data-export' },
  },
} as const satisfies Record<string, NotificationInfo>
