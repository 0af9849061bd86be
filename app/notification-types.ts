import { featureNotificationTypes } from './account-events.ts'
import {
  eventLink,
  type NotificationSubject,
  notificationSubjectNames,
  passwordLink,
} from './notification-subjects.ts'
import type { RouteName } from './routes.ts'

export interface NotificationLink {
  route: RouteName
  /** The parameters of the route, or values of its query, by their names in the data of the notification. */
  params?: readonly string[]
  /** The id of a section on the page. */
  section?: string
}

export interface NotificationInfo {
  kind: NotificationSubject
  /** The title; its placeholders are filled from the data. */
  title: string
  /** The page it leads to. */
  link: NotificationLink
}

/** The types of notifications: those of features, and of folders without any. The titles of security ones are the subjects of their mails. */
export const notificationTypes = {
  'password-guessed': {
    kind: 'security',
    title: 'Someone tried to guess your password',
    link: passwordLink,
  },
  'account-secured': { kind: 'security', title: 'Your account was secured', link: eventLink },
  'account-locked': { kind: 'security', title: 'Your account was locked', link: eventLink },
  'account-unlocked': { kind: 'security', title: 'Your account was unlocked', link: eventLink },
  'signed-out-everywhere': {
    kind: 'security',
    title: 'You were signed out everywhere',
    link: eventLink,
  },
  'new-device': {
    kind: 'security',
    title: 'A new device signed in to your account',
    link: { route: 'profile.devices', section: 'sessions' },
  },
  'device-code': { kind: 'security', title: 'Is this you on a new device?', link: passwordLink },
  'address-change-requested': {
    kind: 'security',
    title: 'A change of your email address was requested',
    link: eventLink,
  },
  'address-changed': { kind: 'security', title: 'Your email address was changed', link: eventLink },
  ...featureNotificationTypes(),
} as const satisfies Record<string, NotificationInfo>

export type NotificationType = keyof typeof notificationTypes

export type SecurityNotificationType = TypeOfKind<'security'>
export type TeamNotificationType = TypeOfKind<'team'>

type TypeOfKind<Kind extends NotificationSubject> = {
  [Type in NotificationType]: (typeof notificationTypes)[Type]['kind'] extends Kind ? Type : never
}[NotificationType]

const infoByType = new Map<string, NotificationInfo>(Object.entries(notificationTypes))

/** Null for types written by a newer version. */
export function notificationInfo(type: string): NotificationInfo | null {
  return infoByType.get(type) ?? null
}

/** The ways in which an account learns of something. */
export const notificationWays = ['mail', 'app'] as const

export type NotificationWay = (typeof notificationWays)[number]

export type NotificationSetting = `${NotificationSubject}.${NotificationWay}`

/** The kinds that have a type; the others have nothing to show yet. */
export const usedKinds: readonly NotificationSubject[] = notificationSubjectNames.filter((kind) =>
  infoByType.values().some((info) => info.kind === kind),
)

/** They reach owners whom an attacker has locked out. An export is how a thief takes everything. */
const alwaysOn: readonly NotificationSetting[] = ['security.mail', 'export.mail']

/** The settings that the owner can turn off. */
export const notificationSettings: readonly NotificationSetting[] = usedKinds
  .flatMap((kind) => notificationWays.map((way) => `${kind}.${way}` as const))
  .filter((setting) => !alwaysOn.includes(setting))
