import type { AttributeValue } from './attributes.ts'
import type { SecondFactor } from './pages.ts'
import type { Profile } from './profile-fields.ts'
import type { SupportAccessEvents } from './support-access/events.ts'
import type { TeamEvents } from './teams/events.ts'

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
    /** From another system, by the operator. */
    isImported?: boolean
    /** The address was proved by the link of an invitation. */
    isInvited?: boolean
  }
  /** The event log did not end where the server had left it, after `events` events: it was modified from outside. */
  'record.broken': { events: number }
  /** The hash chain of the event log starts. The `events` older events and the account were adopted as found. */
  'record.began': { events: number; found: AccountBaseline }
  /** By an administrator or a service. */
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
    /** However active. Before, every session ended after 90 days. */
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
      /** With `SINGLE_SESSION`, another sign-in. */
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
  /** `endsAt`: when the link in the mail expires. `restores`: by the owner's report of the change from that address. */
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
  /** Restored to its state after `event`. Only the changed fields. */
  'profile.restored': { event: number; before: RestorableFields; after: RestorableFields }
  'password.reset-requested': { email: string }
  /** `had`: the account had a password before. */
  'password.reset': { email: string; tokensRevoked: boolean; had?: boolean }
  'password.changed': { had: boolean; tokensRevoked: boolean }
  /** The owner signs in with a passkey or a linked account from then on. */
  'password.removed': Record<string, never>
  'sign-in.refused': { reason: 'password' | 'code'; count: number }
  /** By the link that is mailed while strangers guess the password: this browser no longer waits for them. */
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
    TokenEvents,
    PhotoEvents,
    AttributeEvents,
    LinkedAccountEvents,
    EmailAddressEvents,
    TeamEvents,
    RecoveryEvents,
    SupportAccessEvents,
    NotificationEvents {}

export interface PasskeyEvents {
  /**
   * `isAutomatic`: by the browser's password manager, without a prompt, after a sign-in with the password.
   * `secondFactorOnly`: a security key, which signs in after the password only.
   */
  'passkey.added': {
    passkey: string
    name: string
    kind: string | null
    isAutomatic?: boolean
    secondFactorOnly?: boolean
  }
  'passkey.renamed': { passkey: string; before: string; after: string }
  'passkey.removed': { passkey: string; name: string }
  /** The signature counter went backwards: the authenticator may have been cloned. */
  'passkey.refused': { passkey: string; name: string; reason: 'counter' }
}

/** `provider` is its id in the settings, `name` its label then. */
export interface LinkedAccountEvents {
  'linked-account.added': {
    account: string
    provider: string
    name: string
    email: string | null
  }
  /** The account there has another address now. */
  'linked-account.changed': {
    account: string
    name: string
    before: string | null
    after: string
  }
  'linked-account.removed': { account: string; provider: string; name: string }
}

/** The addresses beside the primary one, which has the events `address.…`. */
export interface EmailAddressEvents {
  'email-address.added': { address: string; email: string; recoveryOnly: boolean }
  'email-address.removed': { address: string; email: string }
  /** `address` is the new primary one. `kept` is the former one, now additional; null when it was never proved. */
  'email-address.made-primary': {
    address: string
    email: string
    kept: { address: string; email: string; since: string } | null
  }
}

/** The recovery without the mailbox, by a recovery code and a second factor. */
export interface RecoveryEvents {
  /** `readyAt`: when its waiting time ends. */
  'recovery.requested': { factor: 'code' | 'trusted-device'; readyAt: string }
  /** `change`: another change of how the owner signs in. */
  'recovery.stopped': { by: 'person' | 'link' | 'change' }
  /** The new address and password are in the events before. */
  'recovery.completed': Record<string, never>
}

export interface TwoFactorEvents {
  /** `factor`: the first one, or that of a new app; without it a code. */
  'two-factor.enabled': { recoveryCodes: number; factor?: SecondFactor }
  'two-factor.disabled': { since: string }
  /** Beside a passkey, with two-factor on. */
  'authenticator-app.added': Record<string, never>
  'authenticator-app.removed': Record<string, never>
  'second-factor.preferred': { factor: SecondFactor }
  'recovery-codes.replaced': { before: number; now: number }
  'recovery-code.used': { left: number }
  /** The operator gave its owner the code for a new device. */
  'device-code.issued': { by: 'operator' }
  /** The password was right and no second factor, or code for a new device, followed, `count` times from this client, the last time at `lastAt`. */
  'sign-in.stopped': {
    count: number
    isKnownDevice: boolean
    lastAt: string
    awaited?: 'second-factor' | 'new-device'
  }
}

/** Any security event ends the trust too, without an event of its own: see platform/event-log/device-trust.ts. */
export interface TrustedDeviceEvents {
  'device.trusted': {
    device: string
    browser: string | null
    platform: string | null
    endsAt: string
  }
  'device.untrusted': { device: string; browser: string | null; platform: string | null }
  /** A secret that this device had before was used again, so a cookie was copied. */
  'device.trust-copied': { device: string; browser: string | null; platform: string | null }
}

/** The settings that are off, such as `export.mail`, separated by spaces; null while all are on. */
export interface NotificationEvents {
  'notification-settings.changed': { before: string | null; after: string | null }
}

export interface PhotoEvents {
  'photo.changed': { replaced: boolean; photo?: string }
  'photo.removed': Record<string, never>
}

export interface AttributeEvents {
  /** By name; null is no value. Only attributes that the owner may see. */
  'attributes.changed': {
    by: 'person' | 'service' | 'operator'
    before: Record<string, AttributeValue | null>
    after: Record<string, AttributeValue | null>
    /** How many others changed. */
    hidden: number
    /** Restored to the state after this event. */
    event?: number
  }
}

export interface TokenEvents {
  'token.created': { token: string } & TokenAttributes
  'token.changed': { token: string; before: TokenAttributes; after: TokenAttributes }
  'token.rotated': {
    token: string
    name: string
    expiresAt: string | null
    /** When the previous secret expires; null when it had expired already. */
    overlapUntil: string | null
  }
  'token.revoked': {
    token: string
    name: string
    by: 'person' | 'token' | 'system'
    why:
      | 'asked'
      | 'expired'
      | 'password-changed'
      | 'password-reset'
      | 'not-me'
      | 'deletion'
      | 'operator'
      | 'access-removed'
      /** In the daily check, the required provider refused the account there. */
      | 'provider-refused'
  }
  /** The token was used from a new network, that of the event's IP. */
  'token.first-used': { token: string }
}

/** `photo`: the photo's id; null for initials. */
export type RestorableFields = Partial<
  Profile & { photo: string | null; mutedNotifications: string | null }
>

export interface TokenAttributes {
  name: string
  permissions: string[]
  /** Empty means any network. */
  networks: string[]
  expiresAt: string | null
}

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

export interface TokenBaseline {
  name: string
  permissions: string[]
  networks: string[]
  createdAt: string
  endsAt: string | null
}

export type AccountEventType = keyof AccountEvents

/** The events that no feature registers. */
export type CoreEventType = Exclude<AccountEventType, keyof FeatureEvents>
