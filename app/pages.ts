/** The page map: every page name and the shape of its props. The server and the pages share it; a name that is not here does not exist. */
export interface Pages {
  Welcome: { canRegister: boolean }
  'Auth/Login': {
    canRegister: boolean
    /** This browser was signed in, and did not sign out itself. */
    sessionEnded: boolean
  }
  'Auth/Register': { passwordMinLength: number; termsVersion: string }
  'Auth/VerifyEmail': {
    /** `sent`: a link is on its way. `confirm`: the link was opened and waits for one deliberate click. */
    step: 'sent' | 'confirm'
    email: string
    /** True when the link was opened in another browser than the one that registered. */
    needsPassword: boolean
    /** Where the confirming form goes; null while there is nothing to confirm. */
    action: string | null
    /** Where mail can be read when it only goes to files; null anywhere but locally. */
    mailboxUrl?: string | null
  }
  'Auth/ForgotPassword': {
    /** Of the person who is signed in here; empty for a guest. */
    email: string
    /** Where mail can be read when it only goes to files; null anywhere but locally. */
    mailboxUrl: string | null
  }
  'Auth/ResetPassword': {
    token: string
    /** Of the account; null when the link does not work, or no longer. */
    email: string | null
    /** Whether programs hold keys to the account, which may be taken from them too. */
    hasTokens: boolean
    /** What opens the account without the password, and may be removed with it. */
    passkeys: SuspectPasskey[]
    passwordMinLength: number
  }
  'Auth/ConfirmPassword': {
    /** The account's own, the most usual first; empty for an account without password or passkey. */
    methods: ConfirmationMethod[]
    /** Where the person was going. */
    returnTo: string
  }
  'Auth/EmailChange': {
    /** What one deliberate click would do. */
    step: 'confirm' | 'undo'
    /** Whose account it is. */
    name: string
    /** The address the account gets: the new one, or the old one back. */
    email: string
    action: string
  }
  'Auth/ReportTakeover': {
    /** `ask`: nothing has happened yet. `done`: the account has been closed to everyone. */
    step: 'ask' | 'done'
    /** Where a way back in goes to; null when that is not the address this mail went to. */
    email: string | null
    /** The address that came back, after a change of it. */
    restored: boolean
    /** Where the form goes; null once it is done. */
    action: string | null
  }
  'Auth/TwoFactorChallenge': {
    /** With what the person wants to answer. */
    by: 'code' | 'recovery-code'
  }
  /** For who has only a password. */
  'Auth/SecondFactor': {
    /** Everyone must have more here, and nothing else opens before. */
    isRequired: boolean
    /** True once there is one: there may be recovery codes to keep, and the way on. */
    isDone: boolean
    /** Where the person was going. */
    returnTo: string
    twoFactor: TwoFactor
    dataExport: DataExport | null
  }
  /** An account in its last days: on its owner's page, and behind the link in their mail. */
  'Auth/PendingDeletion': PendingDeletion & {
    email: string
    /** Where the form goes that keeps the account. */
    action: string
    /** Only for who is signed in; null while there is none. */
    dataExport?: DataExport | null
  }
  'Auth/AcceptTerms': {
    changed: ('terms' | 'policy')[]
    /** Of the documents on offer. */
    termsVersion: string
    dataExport: DataExport | null
  }
  Dashboard: {
    /** The most pressing first. */
    securityIssues: SecurityIssue[]
    sessions: SessionRow[]
    memberSince: string
    /** The newest events of the record, the newest first; follows the page. */
    recentEvents?: EventRow[]
  }
  /** Each section has a prop of its own, filled in app/profile/routes.ts. */
  'Profile/Show': {
    information: ProfileInformation
    passkeys: PasskeyRow[]
    emailChange: PendingEmailChange | null
    password: PasswordSection
    twoFactor: TwoFactor
    /** Everyone must have a second factor here, and the app's codes are this account's only one. */
    cannotDisableTwoFactor: boolean
    dataExport: DataExport | null
    sessions: SessionPage
  }
  'API/Index': {
    tokens: ApiTokenRow[]
    availablePermissions: Permission[]
    defaultPermissions: Permission[]
    /** How many tokens an account may have. */
    maxTokens: number
    /** The absolute address of a request that every token with `read` may make: for the example. */
    exampleUrl: string
  }
  'TimeTravel/Index': {
    activity: ActivityHistogram
    moment: SelectedMoment
    /** The account at that moment, and as it is. */
    past: AccountState
    present: AccountState
    /** From past to present; empty when nothing is different. */
    differences: Difference[]
    /** Addresses of the two photos; null when there was none, or it is not kept any more. */
    photoUrls: { past: string | null; present: string | null }
    /** From where the sessions above were begun, by their ids; none for one that is not known any more. */
    devices: Record<string, EventDevice>
    /** Scrolls both ways. Without a cursor it begins with the last event that had happened, and goes back. */
    events: EventPage
    /** The one asked for by `?event=`. */
    event: EventDetail | null
    /** What is to do about it when it was not its owner; only when asked for. */
    takeover?: TakeoverResponse | null
    /** What happened around the moment, to go back and forth without asking; follows the page. */
    eventWindow?: EventWindow
    filters: EventFilters
    integrity: IntegritySummary
  }
  TermsOfService: LegalDocument
  PrivacyPolicy: LegalDocument
  Mailbox: {
    mails: MailSummary[]
    templates: MailTemplate[]
    openMail: Mail | null
    /** Where each new mail is told of, as `mail.arrived`. */
    channel: string
  }
  Error: { status: ErrorStatus; requestId: string; retryAfterSeconds: number | null }
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

/** How a page hears at once what changes elsewhere. A document brings it; visits do not, until `channel` is another. */
export interface Realtime {
  /** The public key, and where the sockets are: a server that speaks the Pusher protocol. */
  key: string
  host: string
  port: number
  tls: boolean
  /** Whether the socket of a session signs in, so that it can be closed: at an outside provider. Ours knows by the authorisation. */
  authenticatesUser: boolean
  /** Of the reader's account, where each message is an `AccountMessage`; or of the registration this browser waits for, with `registration.confirmed`; null when nothing concerns them. */
  channel: string | null
  /** Public id of the reader's own session. */
  session: string | null
  /** The reader's last event when the page was read: of messages up to it, nothing is news. Null for guests. */
  sequence: number | null
  /**
   * How far the channels had come before the page was read. Sent along as `epoch` and `offset` with the first
   * authorisation of any channel, so that what happened since is told. Null where an outside provider keeps no places.
   */
  position: { epoch: string; offset: number } | null
}

/** On every page, beside its own props. */
export interface SharedProps {
  /** Sentences by field; those of a named bag below its name. */
  errors: Record<string, string | Record<string, string>>
  auth: {
    user: User | null
    /** When the person last confirmed that it is them, ISO 8601, UTC; null when that no longer counts for anything. */
    confirmedAt: string | null
  }
  /** BCP 47; the language the page was made in. */
  locale: string
  /** What the language switch offers; empty when there is nothing to choose. */
  languages: { code: string; name: string }[]
  appName: string
  /** From the cookie `theme`; null follows the device. */
  theme: 'light' | 'dark' | null
  realtime: Realtime
  /** Only where testers may move the clock. */
  testClock?: TestClock
}

export interface TestClock {
  /** What the application's clock says: ISO 8601, UTC. */
  now: string
  /** How far that is ahead of real time; 0 when it is real time. */
  offsetMs: number
}

/** Shown once; never written to the browser's history. */
export interface Flash {
  banner?: string
  bannerStyle?: 'success' | 'danger'
  /** The text of an API token that was just made. */
  token?: string
  /** After a form sent without script was refused: what was typed, by field name. Never a password. */
  oldInput?: Record<string, string>
  /** The error bag of the form it was typed in; without one, the form has none. */
  oldInputBag?: string
  /** What has just been done: a constant such as `password-updated`. */
  status?: string
  /** With `profile-restored`: the event that made the profile as it was before. */
  undoToEvent?: number
  /** New recovery codes: the only time they are seen. */
  recoveryCodes?: string[]
}

export interface User {
  id: string
  name: string
  email: string
  /** ISO 8601, UTC; null until the address is proved. */
  email_verified_at: string | null
  /** null means initials are drawn. */
  profile_photo_url: string | null
  two_factor_enabled: boolean
  /** null means the browser's. */
  locale: string | null
  timezone: string | null
}

/** By what a person can confirm that it is still them. */
export type ConfirmationMethod = 'password' | 'passkey' | 'code'

/** The answer of `password.confirmation`. */
export interface ConfirmationStatus {
  confirmed: boolean
  /** ISO 8601, UTC; null when it is not confirmed. */
  endsAt: string | null
  methods: ConfirmationMethod[]
}

export interface PasswordSection {
  /** False for an account that is opened in other ways only. */
  hasPassword: boolean
  hasTokens: boolean
  minLength: number
}

export interface ProfileInformation {
  /** ISO 8601, UTC. */
  memberSince: string
  maxPhotoMegabytes: number
}

/** A new address that waits to be proved. */
export interface PendingEmailChange {
  email: string
  /** Until when its link works: ISO 8601, UTC. */
  endsAt: string
}

export interface TwoFactor {
  /** ISO 8601, UTC; null while it is off. */
  enabledAt: string | null
  recoveryCodesLeft: number
  /** A set-up waits for its first code. */
  isEnrolling: boolean
  /** What an app needs to know; null while nobody sets it up or it is not shown to a person who has not confirmed who they are. */
  enrollment: {
    /** The picture that the app scans, as an SVG document. */
    svg: string
    /** The same as a link that opens the app, where there is one. */
    link: string
    /** In base32. */
    secret: string
  } | null
}

export interface PendingDeletion {
  /** When everything is erased; ISO 8601, UTC. */
  erasedAt: string
}

export interface DataExport {
  state: 'working' | 'ready' | 'failed'
  /** Of `total` files; `total` is 0 until it has begun. */
  done: number
  total: number
  /** null until it is ready. */
  bytes: number | null
  /** ISO 8601, UTC. */
  requestedAt: string
  /** null until it is ready. */
  expiresAt: string | null
}

/** One thing that leaves an account weaker than it could be. */
export type SecurityIssue =
  | 'address'
  | 'address-change'
  | 'second-factor'
  | 'recovery-codes'
  | 'no-password'
  | 'passkey'
  | 'one-passkey'
  | 'sessions'
  | 'tokens-without-end'
  | 'tokens-unused'

export interface SessionRow {
  id: string
  /** "Chrome"; null when the browser said nothing we know. */
  browser: string | null
  /** "macOS"; null likewise. */
  platform: string | null
  /** A phone or a tablet. */
  isPhone: boolean
  ip: string | null
  /** Where it began, as an ISO 3166 code; null when nobody says. */
  country: string | null
  /** How the person signed in: `password`, `passkey`, … */
  method: string
  /** ISO 8601, UTC. */
  signedInAt: string
  lastActiveAt: string
  isThisDevice: boolean
  remembered: boolean
}

export interface PasskeyRow {
  id: string
  name: string
  /** Where it is kept: "iCloud Keychain", "YubiKey"; null when that is not known. */
  kind: string | null
  /** Kept by its maker on all the person's devices; otherwise on one only. */
  isSynced: boolean
  /** ISO 8601, UTC. */
  addedAt: string
  /** Null until it was used. */
  lastUsedAt: string | null
}

/** To someone who recovers the account. */
export interface SuspectPasskey extends Pick<PasskeyRow, 'id' | 'name' | 'kind' | 'addedAt'> {
  /** A stranger may have added it. */
  isRecent: boolean
}

export type Permission = 'create' | 'read' | 'update' | 'delete'

export interface ApiTokenRow {
  id: string
  name: string
  /** The first characters of its text, to recognise it by. */
  hint: string
  permissions: Permission[]
  /** Addresses and ranges it may be used from; empty means from anywhere. */
  networks: string[]
  /** `ending`: within a week. */
  state: 'good' | 'ending' | 'ended'
  /** ISO 8601, UTC; null means never. */
  expiresAt: string | null
  /** Until when the text from before the last rotation works; null when it does not. */
  overlapUntil: string | null
  lastUsedAt: string | null
  lastUsedIp: string | null
  createdAt: string
}

export interface SessionPage {
  rows: SessionRow[]
  /** On all pages together. */
  total: number
  /** From 1. */
  page: number
  pages: number
}

export interface LegalDocument {
  /** Sanitised HTML made from Markdown. */
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
  /** ISO 8601, UTC. */
  sentAt: string
}

/** A kind of mail, with made-up data. */
export interface MailTemplate {
  id: string
  subject: string
}

export interface Mail extends MailSummary {
  from: string
  html: string
  text: string
}

/** How much happened when: `counts[0]` from `from` on, each `bucketMs` long, the last one up to `to`. */
export interface ActivityHistogram {
  /** ISO 8601, UTC. */
  from: string
  to: string
  bucketMs: number
  counts: number[]
  /** The number of the newest event: they count from 1 without a gap. */
  total: number
}

/** The moment that is shown, and what lies next to it. */
export interface SelectedMoment {
  /** ISO 8601, UTC, milliseconds. */
  at: string
  /** The last event that had happened. */
  seq: number
  isNow: boolean
  /** What was asked for, when that could not be shown, and why: a sentence. */
  adjusted: { requested: string; reason: string } | null
  /** How many events have happened since. */
  newerCount: number
  /** The event before the one shown last, and the one after it. */
  previous: EventRef | null
  next: EventRef | null
  /** The last event of a day before, the first of a day after, in the person's time zone. */
  previousDay: EventRef | null
  nextDay: EventRef | null
}

export interface EventRef {
  seq: number
  /** ISO 8601, UTC, milliseconds. */
  at: string
}

/** What an account was at a moment. Everything that ends by itself says when, so that it can be seen to end. */
export interface AccountState {
  name: string
  email: string
  /** All times are ISO 8601, UTC. Null: not proved. */
  emailVerifiedAt: string | null
  pendingEmail: { email: string; endsAt: string } | null
  /** Names it; the addresses of pictures are beside the state. `unknown` for one from before photos were named. */
  photo: string | null
  /** Null follows the browser. */
  locale: string | null
  timezone: string | null
  /** Since when; null without a password. */
  passwordSince: string | null
  twoFactorSince: string | null
  recoveryCodes: number
  /** By their ids, as are the next two. */
  passkeys: Record<string, PasskeyState>
  sessions: Record<string, SessionState>
  tokens: Record<string, TokenState>
  /** A digest of the text. */
  termsVersion: string | null
  /** When the person agreed to it. */
  termsSince: string | null
  policyVersion: string | null
  policySince: string | null
  lockedSince: string | null
  /** When it is erased; null while it stays. */
  erasedAt: string | null
}

export interface PasskeyState {
  name: string
  kind: string | null
  addedAt: string
}

export interface SessionState {
  /** How the person signed in: `password`, `passkey`, … */
  method: string
  remembered: boolean
  startedAt: string
  confirmedAt: string | null
  /** At the latest. */
  endsAt: string
}

export interface TokenState {
  name: string
  permissions: string[]
  /** Empty means from anywhere. */
  networks: string[]
  createdAt: string
  /** Null means never. */
  endsAt: string | null
}

/** One thing that is not the same. Applied forth it makes `after`, back it makes `before`; null there means that it is not. */
export type Difference = FieldDifference | CollectionDifference

type CollectionField = 'passkeys' | 'sessions' | 'tokens'

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

export type EventKind =
  | 'account'
  | 'address'
  | 'passkey'
  | 'password'
  | 'profile'
  | 'session'
  | 'token'
  | 'two-factor'

export interface EventRow extends EventRef {
  /** One of app/events.ts, where its data is described; older events may lack some of it. */
  type: string
  kind: EventKind
  data: Record<string, unknown>
  /** Of the session that acted; null when none did. */
  session: string | null
  isThisSession: boolean
  /** Null where it has been erased, or nobody came from anywhere. */
  device: EventDevice | null
}

export interface EventDevice {
  /** "Chrome" on "macOS"; null when the browser said nothing we know. */
  browser: string | null
  platform: string | null
  isPhone: boolean
  ip: string | null
}

/** Events, the newest first. */
export interface EventPage {
  data: EventRow[]
  /** What `?cursor=` says for the part before, and for the part after; null where there is none. */
  newerCursor: string | null
  olderCursor: string | null
}

export interface EventDetail extends EventRow {
  /** How the session that acted had signed in. */
  method: string | null
  /** What it did to the account. */
  changes: Difference[]
}

/** What "this wasn't me" does about an event. */
export interface TakeoverResponse {
  /** The event's number. */
  event: number
  steps: TakeoverStep[]
  isDone: boolean
}

/** One click does what is `todo`, but for the password, which the person chooses. An address `waits` for the click in its mail. */
export interface TakeoverStep {
  step: 'sessions' | 'tokens' | 'passkeys' | 'two-factor' | 'address' | 'password'
  state: 'todo' | 'waiting' | 'done'
  /** How many there still are. */
  count: number
  /** The address that comes back. */
  email: string | null
}

/** Events that follow each other without a gap, the oldest first; `shown.seq` is among them. */
export interface EventWindow {
  /** The account before the first of them, with what was to end by itself. */
  start: AccountState
  /** Without a gap, the oldest first. */
  events: (EventRef & { type: string; kind: EventKind; changes: Difference[] })[]
  devices: Record<string, EventDevice>
}

export interface EventFilters {
  /** A kind, or one type of app/events.ts; null for all. */
  type: string | null
  /** A session's id; null for all. */
  device: string | null
  kinds: EventKind[]
  /** Sessions to choose from, the newest first; not all of a long history. */
  devices: ({ session: string; startedAt: string; isOpen: boolean } & EventDevice)[]
}

/** The route `time-travel.seal` checks the record, part by part, and answers with `SealStep`. */
export interface IntegritySummary {
  /** How many events. */
  count: number
  /** Since when the record is chained: what is older was taken into the chain then, as it was found. ISO 8601. */
  chainedSince: string
}

/** What `time-travel.seal?from=<verifiedTo>` answers; asked again from there until it is done. */
export interface IntegrityCheck {
  /** Up to this event nothing was changed. */
  verifiedTo: number
  total: number
  /** The first event that is not as it was written, and what is wrong with it. */
  broken: { seq: number; fault: IntegrityFault } | null
  isDone: boolean
}

export type IntegrityFault =
  /** What happened, who acted, or from where, is not what was written. */
  | 'altered'
  /** Only its time is another. */
  | 're-dated'
  | 'missing'
  /** There is one more than was written. */
  | 'inserted'
  /** It stands at another place. */
  | 'swapped'
  /** The end is gone, or is not where it was left. */
  | 'truncated'
  /** It was not written with our key. */
  | 'forged'
  /** It is whole in itself, and not what the newest checkpoint holds. */
  | 'rewritten'
  /** The key it was written with is lost, so nothing can be said of it. */
  | 'unknown key'
