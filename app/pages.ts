import type { AccountDeletionPages } from './account-deletion/pages.ts'
import type { AccountRecoveryPages } from './account-recovery/pages.ts'
import type { OtherAccount, AccountSwitcherPages } from './account-switcher/pages.ts'
import type { AccountTakeoverPages } from './account-takeover/pages.ts'
import type { AdminPages } from './admin/pages.ts'
import type { ApiTokensPages } from './api-tokens/pages.ts'
import type { ApiPages } from './api/pages.ts'
import type { ConfirmationPages } from './confirmation/pages.ts'
import type { DevMailboxPages } from './dev-mailbox/pages.ts'
import type { EmailAddressesPages } from './email-addresses/pages.ts'
import type { EmailChangePages } from './email-change/pages.ts'
import type { EmailCodesPages } from './email-codes/pages.ts'
import type { EmailVerificationPages } from './email-verification/pages.ts'
import type { HomePages } from './home/pages.ts'
import type { LegalPages } from './legal/pages.ts'
import type { NewDevicePages } from './new-device/pages.ts'
import type { NotificationsPages } from './notifications/pages.ts'
import type { PasswordPages } from './password/pages.ts'
import type { RolePermission } from './permissions.ts'
import type { Profile } from './profile-fields.ts'
import type { ProfilePages } from './profile/pages.ts'
import type { RegistrationPages } from './registration/pages.ts'
import type { SignInUnlockPages } from './sign-in-unlock/pages.ts'
import type { SignInPages } from './sign-in/pages.ts'
import type { SupportAccessBanner, SupportAccessPages } from './support-access/pages.ts'
import type { TeamInvitationPages } from './team-invitations/pages.ts'
import type { SharedTeamPages } from './team-pages/pages.ts'
import type { TeamTimeTravelPages } from './team-time-travel/pages.ts'
import type { TeamTokenPages } from './team-tokens/pages.ts'
import type { TeamWebhookPages } from './team-webhooks/pages.ts'
import type { TeamPages } from './teams/pages.ts'
import type { TestClock } from './test-clock/pages.ts'
import type { TimeTravelPages } from './time-travel/pages.ts'
import type { TwoFactorPages } from './two-factor/pages.ts'
import type { WaitlistPages } from './waitlist/pages.ts'

/** Every page name and its props, shared by server and pages. Times are ISO 8601, UTC. */
export interface Pages
  extends
    AccountDeletionPages,
    AccountRecoveryPages,
    AccountSwitcherPages,
    AccountTakeoverPages,
    AdminPages,
    ApiPages,
    ApiTokensPages,
    ConfirmationPages,
    DevMailboxPages,
    EmailAddressesPages,
    EmailChangePages,
    EmailCodesPages,
    EmailVerificationPages,
    HomePages,
    LegalPages,
    NewDevicePages,
    NotificationsPages,
    PasswordPages,
    ProfilePages,
    RegistrationPages,
    SignInPages,
    SignInUnlockPages,
    SupportAccessPages,
    SharedTeamPages,
    TeamInvitationPages,
    TeamPages,
    TeamTimeTravelPages,
    TeamTokenPages,
    TeamWebhookPages,
    TimeTravelPages,
    TwoFactorPages,
    WaitlistPages {
  Error: { status: ErrorStatus; requestId: string; retryAfterSeconds: number | null }
}

/** Pages that look the same for most guests, so their HTML is cached. */
export const pagesForGuests: ReadonlySet<string> = new Set([
  'Welcome',
  'Auth/Login',
  'Auth/Register',
  'Auth/ForgotPassword',
  'TermsOfService',
  'PrivacyPolicy',
  'API/Reference',
] satisfies (keyof Pages)[])

/** Things that its owner has to transfer or delete before the account can be deleted. */
export interface SoleOwnership {
  name: string
  /** The page where that is done. */
  href: string
}

export interface NotificationRow {
  id: string
  /** The label of its kind, in the reader's language, like the title; null for a type of a newer version. */
  about: string | null
  title: string
  /** The name of the changed item, such as a token or a device. */
  target: string | null
  /** Null for a type of a newer version. */
  href: string | null
  at: string
  isRead: boolean
}

/** The newest first. */
export interface NotificationPage {
  rows: NotificationRow[]
  /** For `?before=`: the last one of the page; null at the end. */
  older: string | null
}

export const errorStatuses = [
  400, 403, 404, 405, 410, 413, 414, 415, 419, 421, 429, 500, 503,
] as const

export type ErrorStatus = (typeof errorStatuses)[number]

/** How a page subscribes to changes. Sent with documents; with visits only when `channel` changes. */
export interface Realtime {
  /** The public key and the endpoint of a server with the Pusher protocol. */
  key: string
  host: string
  port: number
  tls: boolean
  /**
   * The account's channel, with `AccountEventMessage`s; or that of the registration this browser waits for, with
   * `registration.confirmed`; null for other guests.
   */
  channel: string | null
  /** Public id of the session; null for guests. */
  session: string | null
  /** The account's last event when the page was built; messages up to it are old. Null for guests. */
  sequence: number | null
  /**
   * The stream position before the page was built. Sent as `epoch` and `offset` with the first authorization of a channel, so
   * that missed messages are replayed; `offset` is encrypted. Null with an external provider.
   */
  position: { epoch: string; offset: string } | null
}

/** Properties that tell people from programs on a form of guests. */
export type ChallengeForPage =
  | { kind: 'altcha' }
  | { kind: 'turnstile' | 'hcaptcha'; siteKey: string }

/** Whether guests can create an account, or leave their address. */
export const registrationModes = ['open', 'waitlist', 'closed'] as const

export type Registration = (typeof registrationModes)[number]

export interface SharedProps {
  /** Messages by field; those of a named error bag under its name. */
  errors: Record<string, string | Record<string, string>>
  auth: {
    user: User | null
    /** The last confirmation; null when it no longer counts anywhere. */
    confirmedAt: string | null
    /** How long it counts for each level; null without one. */
    confirmationMinutes: { standard: number; sensitive: number } | null
  }
  locale: string
  /** Options of the language switch; empty with a single language. */
  languages: { code: string; name: string }[]
  appName: string
  /** From the cookie `theme`; null follows the device. */
  theme: 'light' | 'dark' | null
  realtime: Realtime
  /** Absent unless this installation has teams. */
  teams?: true
  /** The other accounts of this browser; absent when it has none. */
  accounts?: OtherAccount[]
  /** Absent for guests. */
  unreadNotifications?: number
  /** The notifications in the menu of the bell; an optional prop. */
  newestNotifications?: NotificationRow[]
  /** Absent unless an administrator may see this account, or sees it now. */
  supportAccess?: SupportAccessBanner | null
  /** Only when the test clock is enabled. */
  testClock?: TestClock
}

/** Shown once; never stored in the browser's history. */
export interface Flash {
  banner?: string
  bannerStyle?: 'success' | 'danger'
  token?: string
  /** Input of a rejected form sent without script, by field name. Never a secret. */
  oldInput?: Record<string, string>
  /** The error bag of that form; absent when it has none. */
  oldInputBag?: string
  /** A constant such as `password-updated`. */
  status?: string
  /** A new secret of a webhook endpoint. */
  webhookSecret?: string
  /** With `profile-restored`: the event to restore to for undoing it. */
  undoToEvent?: number
  /** New recovery codes, shown only this once. */
  recoveryCodes?: string[]
  /** The id of these codes, to confirm that they were saved; absent when they already work. */
  pendingRecoveryCodes?: string
}

export interface User extends Profile {
  id: string
  email: string
  /** Null until verified. */
  email_verified_at: string | null
  /** null shows initials. */
  profile_photo_url: string | null
  two_factor_enabled: boolean
  /** The permissions of its role; absent without one. */
  permissions?: readonly RolePermission[]
}

/** Asked for after the password: a passkey or security key, or a code from an app. */
export const secondFactors = ['passkey', 'code'] as const

export type SecondFactor = (typeof secondFactors)[number]

export type SecurityIssue =
  | 'account-recovery'
  | 'address'
  | 'address-change'
  | 'second-factor'
  | 'recovery-codes'
  | 'only-passkey'
  | 'passkey'
  | 'one-passkey'
  | 'sessions'
  | 'tokens-without-end'
  | 'tokens-unused'

export interface MailSummary {
  id: string
  to: string
  subject: string
  sentAt: string
}

export interface Mail extends MailSummary {
  from: string
  html: string
  text: string
}

/** The steps in the order on the page. */
export const takeoverSteps = [
  'sessions',
  'tokens',
  'passkeys',
  'linked-accounts',
  'two-factor',
  'email-addresses',
  'address',
  'password',
] as const

/** Reporting performs every `todo` step except the password, which the user chooses. An address is `waiting` for the link in its mail. */
export interface TakeoverStep {
  step: (typeof takeoverSteps)[number]
  state: 'todo' | 'waiting' | 'done'
  count: number
  /** The address that is restored. */
  email: string | null
}

/** A setting in force, as an administrator may see it. */
export interface Setting {
  /** Name of the environment variable. */
  name: string
  /** Null for a secret, and for one without value. */
  value: string | null
  isSecret: boolean
  /** Whether the environment sets it; otherwise the value is the default. */
  isSet: boolean
}
