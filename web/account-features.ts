import type { Message, Translator } from '@foyer/i18n'

import type { AccountEventType, EventKind } from '#app/account-events.ts'
import type { Pages, SecurityIssue, SharedProps } from '#app/pages.ts'
import { tokenFeature } from '#web/Pages/API/Partials/token-feature.ts'
import { accountRecoveryFeature } from '#web/Pages/Profile/Partials/account-recovery-feature.ts'
import { attributeFeature } from '#web/Pages/Profile/Partials/attribute-feature.ts'
import { emailAddressFeature } from '#web/Pages/Profile/Partials/email-address-feature.ts'
import { linkedAccountFeature } from '#web/Pages/Profile/Partials/linked-account-feature.ts'
import { notificationFeature } from '#web/Pages/Profile/Partials/notification-feature.ts'
import { passkeyFeature } from '#web/Pages/Profile/Partials/passkey-feature.ts'
import { photoFeature } from '#web/Pages/Profile/Partials/photo-feature.ts'
import { supportAccessFeature } from '#web/Pages/Profile/Partials/support-access-feature.ts'
import { trustedDeviceFeature } from '#web/Pages/Profile/Partials/trusted-device-feature.ts'
import { twoFactorFeature } from '#web/Pages/Profile/Partials/two-factor-feature.ts'
import { teamFeature } from '#web/Pages/Teams/Partials/team-feature.ts'

/**
 * A feature's page in the navigation, its events, its entries in the security checkup, and its actions. Every member page
 * loads them; what only Time Travel shows is in `web/Pages/TimeTravel/Partials/time-travel-features.ts`.
 */
export interface AccountFeature {
  navigation?: {
    page: keyof Pages
    href(): string
    label: Message
    icon: string
    /** Absent if every installation has the page. */
    isOffered?(props: SharedProps): boolean
  }
  events: Readonly<Partial<Record<AccountEventType, EventInfo>>>
  kinds?: Readonly<Partial<Record<EventKind, { label: Message; icon: string }>>>
  securityFixes?(t: Translator): Partial<Record<SecurityIssue, SecurityFix>>
  /** For the command palette, which lists the page of `navigation` by itself. */
  actions?(t: Translator): { label: string; href: string }[]
}

export interface EventInfo {
  /** The props of any page that the event makes outdated. */
  invalidates?: readonly PropName[]
}

export type PropName =
  | 'auth'
  | 'unreadNotifications'
  | 'newestNotifications'
  | 'supportAccess'
  | { [Page in keyof Pages]: Extract<KeyOf<Pages[Page]>, string> }[keyof Pages]

/** The keys of every member of a union. */
type KeyOf<T> = T extends unknown ? keyof T : never

export type SecurityFix = [description: string, buttonLabel: string, href: string]

export const accountFeatures: readonly AccountFeature[] = [
  passkeyFeature,
  linkedAccountFeature,
  emailAddressFeature,
  twoFactorFeature,
  trustedDeviceFeature,
  tokenFeature,
  teamFeature,
  photoFeature,
  notificationFeature,
  attributeFeature,
  accountRecoveryFeature,
  supportAccessFeature,
]
