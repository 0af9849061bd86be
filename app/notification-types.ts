import { type NotificationKind, notificationKindNames } from './notification-kinds.ts'
import type { RouteName } from './routes.ts'

export interface NotificationLink {
  route: RouteName
  /** The parameters of the route, or values of its query, by their names in the data of the notification. */
  params?: readonly string[]
  /** The id of a section on the page. */
  section?: string
}

interface NotificationInfo {
  kind: NotificationKind
  /** Its placeholders are filled from the data. */
  title: string
  /** The page it leads to. */
  link: NotificationLink
}

/** The event that was recorded with the notice. */
const event = { route: 'time-travel.index', params: ['event'] } as const
const password = { route: 'profile.security', section: 'password' } as const

const teams = { route: 'teams.index' } as const

/** The types of notifications. The titles of security notifications are also the subjects of their mails. */
export const notificationTypes = {
  'password-changed': { kind: 'security', title: 'Your password was changed', link: event },
  'password-added': { kind: 'security', title: 'Your account has a password now', link: event },
  'password-removed': { kind: 'security', title: 'Your password was removed', link: event },
  'password-known': { kind: 'security', title: 'Someone may know your password', link: password },
  'password-guessed': {
    kind: 'security',
    title: 'Someone tried to guess your password',
    link: password,
  },
  'account-secured': { kind: 'security', title: 'Your account was secured', link: event },
  'role-changed': { kind: 'security', title: 'Your role was changed', link: event },
  'account-locked': { kind: 'security', title: 'Your account was locked', link: event },
  'account-unlocked': { kind: 'security', title: 'Your account was unlocked', link: event },
  'signed-out-everywhere': {
    kind: 'security',
    title: 'You were signed out everywhere',
    link: event,
  },
  'deletion-requested': { kind: 'security', title: 'Your account will be deleted', link: event },
  'deletion-cancelled': { kind: 'security', title: "Your account won't be deleted", link: event },
  'new-device': {
    kind: 'security',
    title: 'A new device signed in to your account',
    link: { route: 'profile.devices', section: 'sessions' },
  },
  'device-code': { kind: 'security', title: 'Is this you on a new device?', link: password },
  'trust-copied': {
    kind: 'security',
    title: 'A copy of a trusted device was used',
    link: password,
  },
  'device-trusted': { kind: 'security', title: 'A device of yours is now trusted', link: event },
  'address-change-requested': {
    kind: 'security',
    title: 'A change of your email address was requested',
    link: event,
  },
  'address-changed': { kind: 'security', title: 'Your email address was changed', link: event },
  'address-added': {
    kind: 'security',
    title: 'An email address was added to your account',
    link: event,
  },
  'address-removed': {
    kind: 'security',
    title: 'An email address was removed from your account',
    link: event,
  },
  'address-made-primary': {
    kind: 'security',
    title: 'Your account has another primary address',
    link: event,
  },
  'passkey-added': { kind: 'security', title: 'A passkey was added to your account', link: event },
  'security-key-added': {
    kind: 'security',
    title: 'A security key was added to your account',
    link: event,
  },
  'passkey-removed': {
    kind: 'security',
    title: 'A passkey was removed from your account',
    link: event,
  },
  'security-key-removed': {
    kind: 'security',
    title: 'A security key was removed from your account',
    link: event,
  },
  'passkey-copied': {
    kind: 'security',
    title: 'One of your passkeys may have been copied',
    link: event,
  },
  'provider-linked': {
    kind: 'security',
    title: '{provider} was linked to your account',
    link: event,
  },
  'provider-unlinked': {
    kind: 'security',
    title: '{provider} was unlinked from your account',
    link: event,
  },
  'provider-created': {
    kind: 'security',
    title: 'Your account was created with {provider}',
    link: event,
  },
  'two-factor-on': { kind: 'security', title: 'Two-factor authentication is on', link: event },
  'two-factor-off': { kind: 'security', title: 'Two-factor authentication is off', link: event },
  'app-added': {
    kind: 'security',
    title: 'An authenticator app was added to your account',
    link: event,
  },
  'app-removed': {
    kind: 'security',
    title: 'The authenticator app was removed from your account',
    link: event,
  },
  'recovery-codes-replaced': {
    kind: 'security',
    title: 'You have new recovery codes',
    link: event,
  },
  'recovery-code-used': { kind: 'security', title: 'A recovery code was used', link: event },
  'recovery-requested': {
    kind: 'security',
    title: 'Someone asked to recover your account',
    link: event,
  },
  'recovery-code-known': {
    kind: 'security',
    title: 'Someone may know your recovery codes',
    link: { route: 'profile.security', section: 'two-factor' },
  },
  'recovery-stopped': {
    kind: 'security',
    title: 'The recovery of your account was stopped',
    link: event,
  },
  'recovery-completed': { kind: 'security', title: 'Your account was recovered', link: event },
  'support-access-requested': {
    kind: 'security',
    title: 'Support asks to see your account',
    link: { route: 'support-access.show', params: ['access'] },
  },
  'support-access-approved': {
    kind: 'security',
    title: 'Support may see your account now',
    link: event,
  },
  'support-access-granted': {
    kind: 'security',
    title: 'You may see the account of {name}',
    link: { route: 'admin.account', params: ['account'] },
  },
  'token-created': { kind: 'security', title: 'A new API token was created', link: event },
  'token-rotated': { kind: 'security', title: 'An API token was rotated', link: event },
  'tokens-revoked': { kind: 'security', title: 'Your API tokens were revoked', link: event },
  'team-joined': {
    kind: 'security',
    title: 'You joined the team {team}',
    link: event,
  },
  'team-invited': { kind: 'team', title: 'You are invited to the team {team}', link: teams },
  'team-member-joined': { kind: 'team', title: 'The team {team} has a new member', link: teams },
  'team-member-left': { kind: 'team', title: 'A member left the team {team}', link: teams },
  'team-invitation-declined': {
    kind: 'team',
    title: 'An invitation to the team {team} was declined',
    link: teams,
  },
  'team-domain-lost': {
    kind: 'team',
    title: 'Nobody joins the team {team} by its domain any more',
    link: teams,
  },
  'team-became-owner': {
    kind: 'team',
    title: 'You are the owner of the team {team} now',
    link: teams,
  },
  'team-role-changed': {
    kind: 'team',
    title: 'Your role in the team {team} was changed',
    link: teams,
  },
  'team-removed': {
    kind: 'team',
    title: 'You were removed from the team {team}',
    link: teams,
  },
  'team-handover-offered': {
    kind: 'team',
    title: 'You were offered ownership of the team {team}',
    link: teams,
  },
  'team-handover-accepted': {
    kind: 'team',
    title: 'The team {team} has a new owner',
    link: teams,
  },
  'team-requirements-changed': {
    kind: 'team',
    title: 'The team {team} has new requirements',
    link: teams,
  },
  'team-token-created': {
    kind: 'team',
    title: 'The team {team} has a new API token',
    link: teams,
  },
  'team-deletion-requested': {
    kind: 'team',
    title: 'The team {team} will be deleted',
    link: teams,
  },
  'team-deletion-cancelled': {
    kind: 'team',
    title: "The team {team} won't be deleted",
    link: teams,
  },
  'export-ready': {
    kind: 'export',
    title: 'Your data is ready',
    link: { route: 'profile.data', section: 'data-export' },
  },
} as const satisfies Record<string, NotificationInfo>

export type NotificationType = keyof typeof notificationTypes

export type SecurityNotificationType = TypeOfKind<'security'>
export type TeamNotificationType = TypeOfKind<'team'>

type TypeOfKind<Kind extends NotificationKind> = {
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

export type NotificationSetting = `${NotificationKind}.${NotificationWay}`

/** Kinds without a type have nothing to tell yet. */
export const usedKinds: readonly NotificationKind[] = notificationKindNames.filter((kind) =>
  infoByType.values().some((info) => info.kind === kind),
)

/** They reach owners whom an attacker has locked out. An export is how a thief takes everything. */
const alwaysOn: readonly NotificationSetting[] = ['security.mail', 'export.mail']

/** The settings that the owner can turn off. */
export const notificationSettings: readonly NotificationSetting[] = usedKinds
  .flatMap((kind) => notificationWays.map((way) => `${kind}.${way}` as const))
  .filter((setting) => !alwaysOn.includes(setting))
