import { accountDeletionNotificationTypes } from './account-deletion/notification-types.ts'
import { type AccountRecoveryEvents, accountRecoveryWebhooks } from './account-recovery/events.ts'
import { accountRecoveryNotificationTypes } from './account-recovery/notification-types.ts'
import { type TokenBaseline, type ApiTokensEvents, apiTokensWebhooks } from './api-tokens/events.ts'
import { apiTokensNotificationTypes } from './api-tokens/notification-types.ts'
import type { TokenState } from './api-tokens/pages.ts'
import type { AttributeValue } from './attributes.ts'
import { type AttributeEvents, attributeWebhooks } from './custom-attributes/events.ts'
import { dataExportNotificationTypes } from './data-export/notification-types.ts'
import { type EmailAddressEvents, emailAddressWebhooks } from './email-addresses/events.ts'
import { emailAddressNotificationTypes } from './email-addresses/notification-types.ts'
import type { EmailAddressState } from './email-addresses/pages.ts'
import { type NotificationEvents, notificationWebhooks } from './notifications/events.ts'
import type { SecondFactor } from './pages.ts'
import { type PasskeyEvents, passkeyWebhooks } from './passkeys/events.ts'
import { passkeyNotificationTypes } from './passkeys/notification-types.ts'
import type { PasskeyState } from './passkeys/pages.ts'
import { passwordNotificationTypes } from './password/notification-types.ts'
import type { Profile } from './profile-fields.ts'
import { type ProfilePhotoEvents, profilePhotoWebhooks } from './profile-photo/events.ts'
import { type ProvidersEvents, providersWebhooks } from './providers/events.ts'
import { providersNotificationTypes } from './providers/notification-types.ts'
import type { LinkedAccountState } from './providers/pages.ts'
import { roleNotificationTypes } from './roles/notification-types.ts'
import { type SupportAccessEvents, supportAccessWebhooks } from './support-access/events.ts'
import { supportAccessNotificationTypes } from './support-access/notification-types.ts'
import { teamDomainNotificationTypes } from './team-domains/notification-types.ts'
import { teamInvitationNotificationTypes } from './team-invitations/notification-types.ts'
import { teamTokenNotificationTypes } from './team-tokens/notification-types.ts'
import { type TeamEvents, teamWebhooks } from './teams/events.ts'
import { teamNotificationTypes } from './teams/notification-types.ts'
import type { TeamState } from './teams/pages.ts'
import { type TrustedDeviceEvents, trustedDeviceWebhooks } from './trusted-devices/events.ts'
import { trustedDeviceNotificationTypes } from './trusted-devices/notification-types.ts'
import type { TrustedDeviceState } from './trusted-devices/pages.ts'
import { type TwoFactorEvents, twoFactorWebhooks } from './two-factor/events.ts'
import { twoFactorNotificationTypes } from './two-factor/notification-types.ts'

/**
 * All account events and their data. Data never contains secrets, hashes, codes or tokens. Times are ISO 8601, UTC.
 * Optional properties were added later: new events always have them, old events lack them.
 */
export interface AccountEvents extends FeatureEvents {
  'account.created': {
    name: string
    email: string
    locale: string | null
    timezone: string | null
    hasPassword?: boolean
    /** The operator imported the account from another system. */
    isImported?: boolean
    /** The address was proved by the link of an invitation. */
    isInvited?: boolean
  }
  /** The event log did not end where the server had left it, after `events` events: it was modified from outside. */
  'record.broken': { events: number }
  /** The hash chain of the event log starts. The `events` older events and the account were adopted as found. */
  'record.began': { events: number; found: AccountBaseline }
  /** An administrator or a service had the link sent. */
  'address.verification-sent': { email: string }
  'address.verified': { email: string }
  'terms.accepted': { document: 'terms' | 'policy'; version: string }
  'session.started': {
    session: string
    /**
     * `provider-code`: a provider, then a code of ours. `password-passkey`: a passkey or security key after the password.
     * `email-code-two-factor`: a mailed code, then a second factor.
     */
    method:
      | 'password'
      | 'registration'
      /** A registration that was completed with its first passkey. */
      | 'registration-passkey'
      | 'passkey'
      | 'code'
      | 'recovery-code'
      | 'provider'
      | 'provider-code'
      | 'password-passkey'
      | 'provider-passkey'
      /** A password, then the code that was mailed for a new device. */
      | 'device-code'
      /** A password; the device is trusted, so no second factor was asked for. Before, a provider or mailed code too. */
      | 'trusted-device'
      | 'provider-trusted-device'
      | 'email-code-trusted-device'
      | 'email-code'
      | 'email-code-two-factor'
    remembered: boolean
    /** The sign-in counts as a confirmation. */
    confirmed?: boolean
    /** The maximum end of the session. Missing in older events, when every session ended after 90 days. */
    endsAt?: string
    /** After a sign-in at a provider: its name, and the linked account that opened the account. */
    provider?: string
    linkedAccount?: string
    /** The provider asked for a second factor that the operator trusts, so ours was not asked for. */
    hasTrustedFactor?: boolean
  }
  'session.confirmed': { session: string; method: 'password' | 'passkey' | 'code' | 'provider' }
  'session.confirmation-ended': { session: string }
  /** The owner named the device; null is no name. */
  'session.renamed': { session: string; before: string | null; after: string | null }
  'session.ended': {
    session: string
    by: 'person' | 'other-session' | 'token' | 'system' | 'operator' | 'administrator' | 'service'
    why:
      | 'logout'
      | 'replaced'
      | 'expired'
      | 'ended'
      | 'not-me'
      | 'password-changed'
      | 'password-reset'
      | 'password-removed'
      | 'two-factor'
      | 'guessing'
      | 'locked'
      /** The operator ended all sessions of all accounts. */
      | 'everyone'
      | 'leaving'
      | 'returned'
      /** Another sign-in ended it, because `SINGLE_SESSION` is on. */
      | 'single-session'
      /** The new address was confirmed, and every other way in removed. */
      | 'access-removed'
      /** The provider that started it ended its own. */
      | 'provider-logout'
      /** In the daily check, the provider refused the account there. */
      | 'provider-refused'
    /** When it expired, which may be noticed later. */
    ranOutAt?: string
  }
  'profile.updated': { before: Profile; after: Profile }
  /** `endsAt`: when the link in the mail expires. `restores`: the owner has reported the change away from this address. */
  'address-change.asked': { from: string; to: string; endsAt?: string; restores?: boolean }
  /** The mail was sent again with a new link; the previous link is revoked. */
  'address-change.sent-again': { to: string; endsAt: string }
  'address-change.withdrawn': { to: string }
  /** `restores`: the owner takes the account back, by a report of the change or by a recovery. */
  'address.changed': { from: string; to: string; restores?: boolean }
  /** Undone with the link in the mail to the old address. */
  'address-change.undone': { from: string; to: string }
  /** The owner reported a takeover from a mail ("this wasn't me"). The password was removed. */
  'not-me.reported': { sessions: number }
  /** "This wasn't me" about one event, with the number of items of each kind that were revoked. */
  'event.disowned': {
    event: number
    sessions: number
    tokens: number
    passkeys: number
    linkedAccounts?: number
    emailAddresses?: number
  }
  /** With the confirmation of a new address, every other way in was removed, the password included. */
  'access.removed': { sessions: number }
  'account.locked': { by: 'operator' | 'administrator' | 'service' }
  'account.unlocked': { by: 'operator' | 'administrator' | 'service' }
  /** Names in `app/permissions.ts`; null is none. */
  'role.changed': { before: string | null; after: string | null }
  /** The profile was restored to its state after `event`. Contains only the changed fields. */
  'profile.restored': { event: number; before: RestorableFields; after: RestorableFields }
  'password.reset-requested': { email: string }
  /** `had`: the account had a password before. */
  'password.reset': { email: string; tokensRevoked: boolean; had?: boolean }
  'password.changed': { had: boolean; tokensRevoked: boolean }
  /** The owner signs in with a passkey or a linked account from then on. */
  'password.removed': Record<string, never>
  'sign-in.refused': { reason: 'password' | 'code'; count: number }
  /** The owner opened the link that is mailed while strangers guess the password, so this browser no longer waits for them. */
  'sign-in.unlocked': Record<string, never>
  'account.leaving': { erasedAt: string }
  'account.returned': { by: 'page' | 'link' }
  'data-export.requested': { export: string }
  'data-export.downloaded': { export: string }
}

/** The events whose feature registers how they are folded and shown; see `app/features.ts`, `web/account-features.ts` and `time-travel-features.ts`. */
export interface FeatureEvents
  extends
    PasskeyEvents,
    TwoFactorEvents,
    TrustedDeviceEvents,
    ApiTokensEvents,
    ProfilePhotoEvents,
    AttributeEvents,
    ProvidersEvents,
    EmailAddressEvents,
    TeamEvents,
    AccountRecoveryEvents,
    SupportAccessEvents,
    NotificationEvents {}

// Functions, so that the bundle of the browser drops what they return.

export const featureWebhooks = () => ({
  ...twoFactorWebhooks,
  ...passkeyWebhooks,
  ...providersWebhooks,
  ...emailAddressWebhooks,
  ...apiTokensWebhooks,
  ...trustedDeviceWebhooks,
  ...profilePhotoWebhooks,
  ...attributeWebhooks,
  ...teamWebhooks,
  ...accountRecoveryWebhooks,
  ...supportAccessWebhooks,
  ...notificationWebhooks,
})

export const featureNotificationTypes = () => ({
  ...accountDeletionNotificationTypes,
  ...dataExportNotificationTypes,
  ...passwordNotificationTypes,
  ...roleNotificationTypes,
  ...accountRecoveryNotificationTypes,
  ...apiTokensNotificationTypes,
  ...emailAddressNotificationTypes,
  ...passkeyNotificationTypes,
  ...providersNotificationTypes,
  ...supportAccessNotificationTypes,
  ...teamDomainNotificationTypes,
  ...teamInvitationNotificationTypes,
  ...teamNotificationTypes,
  ...teamTokenNotificationTypes,
  ...trustedDeviceNotificationTypes,
  ...twoFactorNotificationTypes,
})

/** `photo`: the photo's id; null for initials. */
export type RestorableFields = Partial<
  Profile & { photo: string | null; mutedNotifications: string | null }
>

/** The message on an account's channel after an event, named after its type. Contains only what the owner may see. */
export interface AccountEventMessage {
  /** The event's number in the log. A message may arrive twice: ignore numbers up to the last one received. */
  sequence: number
  at: string
  /** Public id of the acting session; null without one. */
  session: string | null
  /** With `session.ended`: the public id of the ended session. */
  ended?: string
  /** With `session.started`: the client. */
  from?: {
    browser: string | null
    platform: string | null
    isPhone: boolean
    ip: string | null
  }
}

/** The account as its tables describe it: `AccountState` without the fields that only events record. */
export interface AccountBaseline extends Profile {
  email: string
  emailVerifiedAt: string | null
  photo: string | null
  /** Missing in logs from before notifications. */
  mutedNotifications?: string | null
  hasPassword: boolean
  twoFactorSince: string | null
  /** Missing, like the preference, in logs from before passkeys as a second factor. */
  authenticatorAppSince?: string | null
  preferredFactor?: SecondFactor | null
  /** Missing in logs from before roles. */
  role?: string | null
  recoveryCodes: number
  /** By passkey id. The next two are keyed by their own ids. */
  passkeys: Record<string, { name: string; addedAt: string; secondFactorOnly?: boolean }>
  /** Missing in logs from before providers. */
  linkedAccounts?: Record<string, { name: string; email: string | null; addedAt: string }>
  /** Missing in logs from before additional addresses. */
  emailAddresses?: Record<string, { email: string; isRecoveryOnly: boolean; addedAt: string }>
  sessions: Record<string, SessionBaseline>
  tokens: Record<string, TokenBaseline>
  termsVersion: string | null
  policyVersion: string | null
  lockedSince: string | null
  erasedAt: string | null
}

export interface SessionBaseline {
  method: string
  remembered: boolean
  startedAt: string
  confirmedAt: string | null
  endsAt: string
}

export type AccountEventType = keyof AccountEvents

/** The events that no feature registers. */
export type CoreEventType = Exclude<AccountEventType, keyof FeatureEvents>

/** The filter categories of events, in the order on the page. */
export const eventKinds = [
  'session',
  'password',
  'two-factor',
  'passkey',
  'linked-account',
  'address',
  'profile',
  'token',
  'team',
  'account',
] as const

export type EventKind = (typeof eventKinds)[number]

/** The state of an account at a moment. Whatever expires includes its end. */
export interface AccountState extends Profile {
  email: string
  /** Null until verified. */
  emailVerifiedAt: string | null
  pendingEmail: { email: string; endsAt: string } | null
  /** The photo's id; `unknown` for one older than photo ids. */
  photo: string | null
  /** The notification settings that are off, separated by spaces; null while all are on. */
  mutedNotifications: string | null
  /** Null without a password. */
  passwordSince: string | null
  twoFactorSince: string | null
  authenticatorAppSince: string | null
  /** Null asks for the one added first. */
  preferredFactor: SecondFactor | null
  /** The role in this installation; null for none. */
  role: string | null
  recoveryCodes: number
  /** By passkey id. The next six are keyed by their own ids. */
  passkeys: Record<string, PasskeyState>
  linkedAccounts: Record<string, LinkedAccountState>
  trustedDevices: Record<string, TrustedDeviceState>
  emailAddresses: Record<string, EmailAddressState>
  teams: Record<string, TeamState>
  sessions: Record<string, SessionState>
  tokens: Record<string, TokenState>
  /** By name; also those that are no longer declared. */
  attributes: Record<string, { value: AttributeValue }>
  /** A digest of the document. */
  termsVersion: string | null
  termsSince: string | null
  policyVersion: string | null
  policySince: string | null
  lockedSince: string | null
  /** When it will be erased; null without a pending deletion. */
  erasedAt: string | null
}

export interface SessionState {
  method: string
  remembered: boolean
  startedAt: string
  confirmedAt: string | null
  endsAt: string
}

/** The fields of `AccountState` that list items by id. */
export const collectionFields = [
  'passkeys',
  'linkedAccounts',
  'trustedDevices',
  'emailAddresses',
  'teams',
  'sessions',
  'tokens',
  'attributes',
] as const

export type CollectionField = (typeof collectionFields)[number]
