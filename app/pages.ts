import type { AdminPages } from './admin/pages.ts'
import type { AttributeValue } from './attributes.ts'
import type { NotificationKind } from './notification-kinds.ts'
import type { AccountPermission, RolePermission } from './permissions.ts'
import type { Profile } from './profile-fields.ts'
import type { SupportAccessBanner, SupportAccessPages } from './support-access/pages.ts'
import type { TeamPages, TeamState } from './teams/pages.ts'

/** Every page name and its props, shared by server and pages. Times are ISO 8601, UTC. */
export interface Pages extends AdminPages, SupportAccessPages, TeamPages {
  Welcome: { registration: Registration }
  'Auth/Login': {
    registration: Registration
    /** This browser was signed in until its session was ended elsewhere or expired. */
    sessionEnded: boolean
    providers: ProviderLink[]
    /** The address comes first; then the password, or the provider that the address belongs to. */
    step: 'address' | 'password' | 'provider'
    /** Set with the step `provider`. */
    homeProvider: HomeProvider | null
    /** Whether a code can be mailed to sign in with. */
    emailCodes: boolean
    /** The accounts of this browser, for a guest who chooses one to sign in to again. */
    accounts: OtherAccount[]
    /** The account that the new one is added to; null for a guest. */
    addedTo: string | null
  }
  'Auth/EmailCode': {
    /** A code was mailed there, if it has an account. */
    email: string
    remember: boolean
    /** The dev mailbox; null unless enabled. */
    mailboxUrl: string | null
  }
  /** The link that is mailed while strangers guess the password. */
  'Auth/UnlockSignIn': { email: string; action: string }
  'Auth/Register': {
    passwordMinLength: number
    /** The account gets a passkey, when the mailed link is opened, and no password. */
    withPasskey: boolean
    termsVersion: string
    /** The address is fixed, and proved by the link that was opened. */
    invitation: Invitation | null
    challenge: ChallengeForPage | null
    providers: ProviderLink[]
  }
  'Auth/Waitlist': {
    challenge: ChallengeForPage | null
    /** The dev mailbox; null unless enabled. */
    mailboxUrl: string | null
  }
  'Auth/WaitlistChange': { email: string; isWaiting: boolean; action: string }
  'Auth/VerifyEmail': {
    /** `sent`: a link was mailed. `confirm`: the link was opened and needs one click. */
    step: 'sent' | 'confirm'
    email: string
    /** True when the link was opened in another browser than the one that registered. */
    needsPassword: boolean
    /** The URL that offers and takes the first passkey, and the form that asks for a password instead; null for a registration with a password. */
    passkey?: { action: string; passwordUrl: string } | null
    /** The form's URL; null while there is nothing to confirm. */
    action: string | null
    /** Whether the mail has a code, too. */
    takesCode?: boolean
    /** The dev mailbox; null unless enabled. */
    mailboxUrl?: string | null
    /** While `sent`: where another address can be entered; null for an existing account. */
    changeUrl?: string | null
  }
  'Auth/ForgotPassword': {
    /** The signed-in user's; empty for a guest. */
    email: string
    /** The address that was mailed a code from this browser; null without an open code. */
    codeSentTo: string | null
    /** Whether accounts can be recovered without the mailbox. */
    offersRecovery: boolean
    /** The dev mailbox; null unless enabled. */
    mailboxUrl: string | null
  }
  'Auth/RecoverAccount': {
    /** `waiting`: this browser has requested a recovery. `ready`: its waiting time is over. */
    step: 'ask' | 'waiting' | 'ready'
    /** When the step after this one begins: the waiting time is over, or the recovery expires. Null for `ask`. */
    until: string | null
    /** The recovery of this browser was stopped, has expired, or is finished elsewhere. */
    isOver: boolean
    waitHours: number
    /** The mail to the new address has a code as well. */
    takesCode: boolean
    /** Some account trusts this browser, so the code from the app may be left out. */
    isTrusted: boolean
    /** The dev mailbox; null unless enabled. */
    mailboxUrl: string | null
  }
  'Auth/FinishRecovery': {
    /** The new one, which the link proves. */
    email: string
    /** Only the browser that waited can finish. */
    isOtherBrowser: boolean
    passwordMinLength: number
    action: string
  }
  'Auth/StopRecovery': {
    /** The form's URL; null once done. */
    action: string | null
    /** Where the owner creates new recovery codes, after signing in. */
    reviewUrl: string
  }
  'Auth/ResetPassword': {
    token: string
    /** The account's; null when the link is invalid or expired. */
    email: string | null
    /** False for an account that gets one with this link. */
    hasPassword: boolean
    /** Whether API tokens exist, which can be revoked as well. */
    hasTokens: boolean
    /** Passkeys that can be removed along with the password. */
    passkeys: SuspectPasskey[]
    /** Linked accounts that can be unlinked along with the password. */
    linkedAccounts: SuspectLinkedAccount[]
    passwordMinLength: number
  }
  'Auth/ConfirmPassword': {
    /** The account's methods, the most common first; empty without password and passkey. */
    methods: ConfirmationMethod[]
    providers: ConfirmingProvider[]
    returnTo: string
  }
  'Auth/EmailChange': {
    /** The effect of submitting the form. */
    step: 'confirm' | 'undo'
    name: string
    /** The address the account gets: the new one, or the restored one. */
    email: string
    /** The account as it was before; null for `undo`. */
    account: AccountBefore | null
    action: string
  }
  /** The link mailed to an additional address, opened by the signed-in owner. */
  'Auth/ConfirmAddress': {
    /** Null when the link belongs to another account than the signed-in one. */
    address: { email: string; isRecoveryOnly: boolean } | null
    action: string
  }
  'Auth/ReportTakeover': {
    /** `ask`: nothing has happened yet. `done`: all access has been revoked. */
    step: 'ask' | 'done'
    /** The address the recovery link is sent to; null when it differs from the recipient of this mail. */
    email: string | null
    /** Whether an address change was undone. */
    restored: boolean
    kept: KeptAccess
    /** The form's URL; null once done. */
    action: string | null
  }
  'Auth/TwoFactorChallenge': {
    by: ChallengeMethod
    /** The account's, the preferred one first. */
    methods: ChallengeMethod[]
    /** How long this device may be trusted; 0 offers no trust. */
    trustDays: number
  }
  /** Shown after the correct password on a device that the account has never been used on. */
  'Auth/NewDevice': {
    email: string
    /** False when no further code may be mailed now. */
    isCodeSent: boolean
    codeMinutes: number
    /** The dev mailbox; null unless enabled. */
    mailboxUrl: string | null
  }
  /** The accounts of this browser. */
  'Auth/Accounts': {
    accounts: OtherAccount[]
    /** The browser came here from a page of another account, whose form was not saved. */
    wasSwitched: boolean
  }
  /** Shown to accounts without a second factor where one is required. */
  'Auth/SecondFactor': {
    /** Whether this installation requires a second factor before anything else. */
    isRequired: boolean
    /** True once a second factor exists; recovery codes may be shown. */
    isDone: boolean
    returnTo: string
    twoFactor: TwoFactor
    dataExport: DataExport | null
  }
  /** Shown to the signed-in owner, and behind the link in the mail. */
  'Auth/PendingDeletion': PendingDeletion & {
    email: string
    /** The URL of the form that cancels the deletion. */
    action: string
    /** Only when signed in; null without an export. */
    dataExport?: DataExport | null
  }
  'Auth/AcceptTerms': {
    /** The person has accepted none yet, such as one who came from a provider. */
    isFirst: boolean
    changed: ('terms' | 'policy')[]
    termsVersion: string
    dataExport: DataExport | null
  }
  Dashboard: {
    /** The person has just signed in with a password, and has no passkey. */
    passkeyOffer: boolean
    /** The most urgent first. */
    securityIssues: SecurityIssue[]
    /** The latest; this device first. */
    sessions: SessionRow[]
    /** Number of live sessions. */
    sessionCount: number
    memberSince: string
    /** The newest first; an optional prop. */
    recentEvents?: EventRow[]
  }
  /** Each section has an address of its own, and its props; see app/profile/routes.ts. */
  'Profile/Show': AccountSection
  'API/Index': {
    tokens: ApiTokenRow[]
    availablePermissions: AccountPermission[]
    defaultPermissions: AccountPermission[]
    maxTokens: number
    /** An absolute URL for the example request; every token with `read` may call it. */
    exampleUrl: string
  }
  'API/Reference': {
    endpoints: ApiEndpoint[]
    /** Errors that mean the same at every endpoint, by status. */
    commonErrors: [status: string, meaning: string][]
    /** An example of an error's body. */
    errorExample: string
    limits: { perToken: number; perIp: number }
    /** Not among the routes of a guest's browser. */
    openApiUrl: string
    tokensUrl: string
  }
  'TimeTravel/Index': {
    activity: ActivityHistogram
    moment: SelectedMoment
    past: AccountState
    present: AccountState
    /** The other moment of a comparison; null compares with now. */
    compared: ComparedMoment | null
    /** From past to the other moment, or to present; empty when nothing differs. */
    differences: Difference[]
    /** Null without a photo, or when it is no longer stored. */
    photoUrls: { past: string | null; present: string | null }
    /** The devices that started the sessions above, by session id; without those no longer known. */
    devices: Record<string, EventDevice>
    /** Paginated in both directions. Without a cursor it starts at the moment and goes back. */
    events: EventPage
    event: EventDetail | null
    /** The steps to take when the owner did not cause it; an optional prop. */
    takeover?: TakeoverResponse | null
    /** Events around the moment, for navigating without requests; an optional prop. */
    eventWindow?: EventWindow
    filters: EventFilters
    /** The attributes that are declared today. */
    attributes: AttributeInfo[]
    integrity: IntegritySummary
  }
  Notifications: {
    notifications: NotificationPage
    /** False on the pages of older ones. */
    isNewest: boolean
  }
  TermsOfService: LegalDocument
  PrivacyPolicy: LegalDocument
  Mailbox: {
    mails: MailSummary[]
    templates: MailTemplate[]
    openMail: Mail | null
    /** Each new mail is broadcast here as `mail.arrived`. */
    channel: string
  }
  Error: { status: ErrorStatus; requestId: string; retryAfterSeconds: number | null }
}

export type AccountSection =
  | {
      section: 'profile'
      information: ProfileInformation
      /** Of app/attributes.ts, with the person's values; those that the person may see. */
      attributes: AttributeField[]
      emailChange: PendingEmailChange | null
      emailAddresses: EmailAddresses
      notificationSettings: NotificationSettingRow[]
    }
  | {
      section: 'security'
      password: PasswordSection
      twoFactor: TwoFactor
      /** A second factor is required, and the authenticator app is the account's only one. */
      cannotDisableTwoFactor: boolean
      passkeys: PasskeyRow[]
      /** Every provider of the settings, and others that are still linked. */
      linkedAccounts: LinkedAccountRow[]
      /** Devices that skip the second factor; the latest first. */
      trustedDevices: TrustedDeviceRow[]
      /** Somebody asked to recover the account without its mailbox; null when nobody did. */
      accountRecovery: OpenRecovery | null
    }
  | {
      section: 'devices'
      sessions: SessionPage
      /** A sign-in ends all other sessions. */
      singleSession: boolean
    }
  | { section: 'data'; dataExport: DataExport | null; soleOwnerships: SoleOwnership[] }

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

/** `always`: cannot be turned off. */
export type NotificationSettingState = 'on' | 'off' | 'always'

export interface NotificationSettingRow {
  kind: NotificationKind
  /** In the reader's language. */
  about: string
  mail: NotificationSettingState
  app: NotificationSettingState
}

/** A button that leads to a provider. */
export interface ProviderLink {
  label: string
  href: string
  /** This browser signed in with it last. */
  isLast: boolean
}

interface Invitation {
  email: string
  action: string
  /** The same page for a passkey instead of a password, or the other way round. */
  otherMethodUrl: string
  /** The only way in to accounts of the address's domain; null when every way is open. */
  requiredProvider: Pick<ProviderLink, 'label' | 'href'> | null
}

/** The provider of an address, by its domain. */
export interface HomeProvider {
  label: string
  href: string
  /** Accounts of the domain sign in with it only. */
  isRequired: boolean
}

export interface LinkedAccountRow {
  /** The provider's. */
  label: string
  /** Links it; null for a provider that is no longer offered. */
  href: string | null
  /** Null while it is not linked. */
  linked: { id: string; email: string | null; addedAt: string; lastUsedAt: string | null } | null
}

export interface OpenRecovery {
  requestedAt: string
  /** When a new address and password can be set. */
  readyAt: string
}

export interface TrustedDeviceRow {
  id: string
  /** Such as "Chrome" on "macOS"; null when unknown. */
  browser: string | null
  platform: string | null
  isPhone: boolean
  /** As an ISO 3166 code; null when unknown. */
  country: string | null
  trustedAt: string
  /** Equal to `trustedAt` until it is used. */
  lastUsedAt: string
  endsAt: string
  isThisDevice: boolean
}

export type ErrorStatus =
  | 400
  | 403
  | 404
  | 405
  | 410
  | 413
  | 414
  | 415
  | 419
  | 421
  | 429
  | 500
  | 503

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
export type Registration = 'open' | 'waitlist' | 'closed'

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
  /** For the menu of the bell; an optional prop. */
  newestNotifications?: NotificationRow[]
  /** Absent unless an administrator may see this account, or sees it now. */
  supportAccess?: SupportAccessBanner | null
  /** Only when the test clock is enabled. */
  testClock?: TestClock
}

export interface TestClock {
  now: string
  offsetMs: number
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
  /** Those of its role; absent without one. */
  permissions?: readonly RolePermission[]
}

/** An account that this browser is signed in to beside the one in use. */
export interface OtherAccount {
  /** For the forms that switch to it or remove it. */
  id: string
  /** Null when its session has ended. */
  user: Pick<User, 'name' | 'email' | 'profile_photo_url'> | null
}

export type ConfirmationMethod = 'password' | 'passkey' | 'code' | 'provider'

export interface ConfirmationStatus {
  confirmed: boolean
  /** Null when not confirmed. */
  endsAt: string | null
  methods: ConfirmationMethod[]
  providers: ConfirmingProvider[]
}

/** A linked provider that can ask for its own proof again. */
export interface ConfirmingProvider {
  label: string
  href: string
}

export interface PasswordSection {
  /** False for an account with other sign-in methods only. */
  hasPassword: boolean
  /** When it was last set; null without a password, or when the event log does not tell. */
  changedAt: string | null
  hasTokens: boolean
  minLength: number
}

export interface ProfileInformation {
  memberSince: string
  maxPhotoMegabytes: number
}

export interface AttributeField extends AttributeInfo {
  value: AttributeValue | null
}

/** An attribute of app/attributes.ts, in the reader's language. */
export interface AttributeInfo {
  name: string
  label: string
  hint: string | null
  /** `managed`: only the service changes it. */
  visibility: 'private' | 'public' | 'managed'
  input:
    | { type: 'text'; maxLength: number; autoComplete: string }
    | { type: 'number'; min: number | null; max: number | null; isInteger: boolean }
    /** ISO 8601. */
    | { type: 'date'; min: string | null; max: string | null }
    | { type: 'choice'; options: { value: string; label: string }[] }
    | { type: 'boolean' | 'url' }
}

/** An account that moves to another address, for its reader to judge. */
export interface AccountBefore {
  createdAt: string
  /** Shortened addresses that can take the account back. */
  earlierAddresses: string[]
  access: AccessKind[]
}

/**
 * The access that a takeover report left although it may be an attacker's: the required second factor, or older passkeys; null
 * when nothing stayed.
 */
export type KeptAccess = 'two-factor' | 'passkeys' | null

export type AccessKind =
  | 'password'
  | 'passkeys'
  | 'linked-accounts'
  | 'email-addresses'
  | 'two-factor'
  | 'sessions'
  | 'tokens'

/** The addresses beside the primary one. */
export interface EmailAddresses {
  proved: { id: string; email: string; isRecoveryOnly: boolean; addedAt: string }[]
  /** Those whose link was not opened yet. */
  pending: { id: string; email: string; isRecoveryOnly: boolean; endsAt: string }[]
  /** Maximum of `proved` and `pending` together. */
  max: number
  /** Their mails have a code as well. */
  takesCode: boolean
}

export interface PendingEmailChange {
  email: string
  /** When its link expires. */
  endsAt: string
  /** The mail has a code as well. */
  takesCode: boolean
}

/** Asked for after the password: a passkey or security key, or a code from an app. */
export const secondFactors = ['passkey', 'code'] as const

export type SecondFactor = (typeof secondFactors)[number]

export type ChallengeMethod = SecondFactor | 'recovery-code'

export interface TwoFactor {
  /** Null while it is off. */
  enabledAt: string | null
  /** When the authenticator app was added; null without one. */
  appAddedAt: string | null
  /** Passkeys and security keys. */
  passkeyCount: number
  /** The one asked for first, of several. */
  preferred: SecondFactor
  /** This installation asks for a passkey even while it is off. */
  isRequired: boolean
  recoveryCodesLeft: number
  /** Enrollment has started but no code has been entered yet. */
  isEnrolling: boolean
  /** The secret for the authenticator app; null without a pending enrollment or a recent confirmation. */
  enrollment: {
    /** The QR code, as an SVG document. */
    svg: string
    /** The same as an `otpauth:` link. */
    link: string
    secret: string
  } | null
}

export interface PendingDeletion {
  erasedAt: string
}

export interface DataExport {
  state: 'working' | 'ready' | 'failed'
  /** Files done of `total`, which is 0 until the export has started. */
  done: number
  total: number
  bytes: number | null
  requestedAt: string
  expiresAt: string | null
}

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

export interface SessionRow {
  id: string
  /** The owner's name for the device; null without one. */
  name: string | null
  /** Such as "Chrome" on "macOS"; null when unknown. */
  browser: string | null
  platform: string | null
  /** True for tablets too. */
  isPhone: boolean
  ip: string | null
  /** Where the session started, as an ISO 3166 code; null when unknown. */
  country: string | null
  method: string
  signedInAt: string
  lastActiveAt: string
  isThisDevice: boolean
  remembered: boolean
}

export interface PasskeyRow {
  id: string
  name: string
  /** The provider: "iCloud Keychain", "YubiKey"; null when unknown. */
  kind: string | null
  isSynced: boolean
  /** A security key, which signs in after the password only. */
  isSecondFactorOnly: boolean
  addedAt: string
  lastUsedAt: string | null
}

/** A passkey as shown during account recovery. */
export interface SuspectLinkedAccount {
  id: string
  /** The provider's. */
  label: string
  email: string | null
  addedAt: string
}

export type SuspectPasskey = Pick<PasskeyRow, 'id' | 'name' | 'kind' | 'addedAt'>

/** In the reader's language. */
export interface ApiEndpoint {
  /** Also the URL fragment. */
  id: string
  title: string
  description: string
  method: string
  path: string
  permission: string
  /** Parameters of the path and the query. */
  parameters: ApiField[]
  body: ApiField[]
  answer: ApiField[]
  /** A request with curl. */
  requestExample: string
  answerStatus: string
  /** JSON; null without a body. */
  answerExample: string | null
  /** Other errors than the common ones, by status. */
  errors: [status: string, meaning: string][]
}

export interface ApiField {
  /** Such as `data[].name`. */
  name: string
  /** Such as `string | null`. */
  type: string
  meaning: string
  isRequired: boolean
  /** Fields of the object, or of each object of the list. */
  fields: ApiField[]
}

export interface TokenProgram {
  /** Such as "curl 8.11.0"; null when the program gives none. */
  name: string | null
  userAgent: string
  uses: number
  lastUsedAt: string
}

export interface ApiTokenRow {
  id: string
  name: string
  /** The first characters of the token, to recognize it by. */
  hint: string
  permissions: AccountPermission[]
  /** Allowed addresses and ranges; empty means any. */
  networks: string[]
  /** `ending`: expires within a week. */
  state: 'good' | 'ending' | 'ended'
  /** Null means never. */
  expiresAt: string | null
  /** When the secret from before the last rotation expires; null when it has. */
  overlapUntil: string | null
  lastUsedAt: string | null
  lastUsedIp: string | null
  /** Requests so far, up to a minute behind. */
  uses: number
  /** The latest first; not those of long ago. */
  programs: TokenProgram[]
  createdAt: string
}

export interface SessionPage {
  rows: SessionRow[]
  /** The number of sessions on all pages. */
  total: number
  /** From 1; 0 for the short list: this device and a few more. */
  page: number
  pages: number
}

export interface LegalDocument {
  /** Sanitized HTML, rendered from Markdown. */
  html: string
  /** The first 12 hexadecimal digits of the document's SHA-256. */
  version: string
  /** ISO 8601 date. */
  updatedAt: string
}

export interface MailSummary {
  id: string
  to: string
  subject: string
  sentAt: string
}

/** A mail template with sample data. */
export interface MailTemplate {
  id: string
  subject: string
}

export interface Mail extends MailSummary {
  from: string
  html: string
  text: string
}

/** Events per time bucket: `counts[0]` starts at `from`, each bucket is `bucketMs` long, the last one ends at `to`. */
export interface ActivityHistogram {
  from: string
  to: string
  bucketMs: number
  counts: number[]
  /** Indexes of the buckets with security events. */
  security: number[]
  total: number
}

/** The selected moment and the events next to it. */
export interface SelectedMoment {
  at: string
  /** The last event before or at that moment. */
  seq: number
  isNow: boolean
  /** Set when the requested moment could not be shown; `reason` is a sentence. */
  adjusted: { requested: string; reason: string } | null
  newerCount: number
  /** The events before and after `seq`. */
  previous: EventRef | null
  next: EventRef | null
  /** The last event of an earlier day and the first of a later day, in the user's time zone. */
  previousDay: EventRef | null
  nextDay: EventRef | null
  /** The last event before that is more than a sign-in or the end of a session. */
  previousChange: EventRef | null
}

export interface EventRef {
  seq: number
  at: string
}

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

export interface PasskeyState {
  name: string
  kind: string | null
  addedAt: string
  secondFactorOnly: boolean
}

export interface LinkedAccountState {
  /** The provider's. */
  name: string
  email: string | null
  addedAt: string
}

export interface TrustedDeviceState {
  browser: string | null
  platform: string | null
  trustedAt: string
  endsAt: string
}

export interface EmailAddressState {
  email: string
  isRecoveryOnly: boolean
  addedAt: string
}

export interface SessionState {
  method: string
  remembered: boolean
  startedAt: string
  confirmedAt: string | null
  endsAt: string
}

export interface TokenState {
  name: string
  permissions: string[]
  /** Empty means any network. */
  networks: string[]
  createdAt: string
  /** Null means never. */
  endsAt: string | null
}

/** A changed field or collection item. For items, null in `before` or `after` means that it did not exist. */
export type Difference = FieldDifference | CollectionDifference

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

type FieldDifference = {
  [Field in Exclude<keyof AccountState, CollectionField>]: {
    field: Field
    id: null
    before: AccountState[Field]
    after: AccountState[Field]
  }
}[Exclude<keyof AccountState, CollectionField>]

type CollectionDifference = {
  [Field in CollectionField]: {
    field: Field
    id: string
    before: AccountState[Field][string] | null
    after: AccountState[Field][string] | null
  }
}[CollectionField]

export interface ComparedMoment {
  at: string
  /** Number of the last event up to then. */
  seq: number
  state: AccountState
  /** Null without a photo, or when it is no longer stored. */
  photoUrl: string | null
}

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

export interface EventRow extends EventRef {
  /** An event type of app/account-events.ts. */
  type: string
  kind: EventKind
  data: Record<string, unknown>
  /** Public id of the acting session; null without one. */
  session: string | null
  isThisSession: boolean
  /** Null when it has been erased, or the event had no client. */
  device: EventDevice | null
  /** The event had a client, whose details have been erased. */
  isDeviceErased: boolean
}

export interface EventDevice {
  /** Such as "Chrome" on "macOS"; null when unknown. */
  browser: string | null
  platform: string | null
  isPhone: boolean
  ip: string | null
  /** As an ISO 3166 code; null when unknown. */
  country: string | null
}

/** A page of events, the newest first. */
export interface EventPage {
  data: EventRow[]
  /** Values for `?cursor=`; null at either end. */
  newerCursor: string | null
  olderCursor: string | null
  /** How far a search has looked that may find more further back; null when it is complete. */
  searchedTo: EventRef | null
}

export interface EventDetail extends EventRow {
  method: string | null
  changes: Difference[]
}

/** In the order on the page. */
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

/** The steps of a takeover report about an event. */
export interface TakeoverResponse {
  event: number
  steps: TakeoverStep[]
  isDone: boolean
}

/** Reporting performs every `todo` step except the password, which the user chooses. An address is `waiting` for the link in its mail. */
export interface TakeoverStep {
  step: (typeof takeoverSteps)[number]
  state: 'todo' | 'waiting' | 'done'
  count: number
  /** The address that is restored. */
  email: string | null
}

/** Consecutive events that include the selected one. */
export interface EventWindow {
  /** The account before the first event, expired items still included. */
  start: AccountState
  /** The oldest first. */
  events: (EventRef & { type: string; kind: EventKind; changes: Difference[] })[]
  devices: Record<string, EventDevice>
}

export interface EventFilters {
  /** An event kind or type; null for all. */
  type: string | null
  device: string | null
  /** Words that an event must contain; null for all. */
  search: string | null
  /** `?with=`: the other moment of a comparison; null compares with now. */
  comparedAt: string | null
  /** Number of the newest event that matches; 0 when none does. */
  newestSeq: number
  kinds: EventKind[]
  /** Sessions to filter by, the newest first; limited for long histories. */
  devices: ({ session: string; startedAt: string; isOpen: boolean } & EventDevice)[]
}

/** The route `time-travel.seal` verifies the event log in steps and responds with `IntegrityCheck`. */
export interface IntegritySummary {
  count: number
  /** When the hash chain began; older events were adopted as found. */
  chainedSince: string
  /** After how many days IP address and browser of an event are erased. */
  retentionDays: number
}

/** The response of `time-travel.seal?from=<verifiedTo>`; repeat until `isDone`. */
export interface IntegrityCheck {
  /** Every event up to this one is intact. */
  verifiedTo: number
  total: number
  broken: { seq: number; fault: IntegrityFault } | null
  isDone: boolean
}

export type IntegrityFault =
  /** Its data, actor or client was changed. */
  | 'altered'
  /** Only its time was changed. */
  | 're-dated'
  | 'missing'
  /** It was not written by the server. */
  | 'inserted'
  /** It is at a different position. */
  | 'swapped'
  /** The end of the log is missing. */
  | 'truncated'
  /** It was not signed with our key. */
  | 'forged'
  /** It is consistent, but contradicts the newest checkpoint. */
  | 'rewritten'
  /** The signing key is lost, so it cannot be verified. */
  | 'unknown key'

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
