/**
 * The closed list of what can happen to an account, and the data each event carries.
 * Data holds plain values before and after; never a secret, a hash, a code or a token. Times are ISO 8601, UTC.
 * What may be missing came later than the event: it is always written, and old events lack it.
 */
export interface AccountEvents {
  'account.created': {
    name: string
    email: string
    locale: string | null
    timezone: string | null
    hasPassword?: boolean
  }
  /** The record did not end where we had left it, after so many events: someone else wrote to the database. */
  'record.broken': { events: number }
  /**
   * From here on the record is chained. The events before it (so many) were written when it was not, and taken into the
   * chain as they were found that day, as was the account.
   */
  'record.began': { events: number; found: AccountBaseline }
  'address.verified': { email: string }
  'terms.accepted': { document: 'terms' | 'policy'; version: string }
  'session.started': {
    session: string
    method: 'password' | 'registration' | 'passkey' | 'code' | 'recovery-code'
    remembered: boolean
  }
  'session.confirmed': { session: string; method: 'password' | 'passkey' | 'code' }
  'session.confirmation-ended': { session: string }
  'session.ended': {
    session: string
    by: 'person' | 'other-session' | 'token' | 'system' | 'operator'
    why:
      | 'logout'
      | 'replaced'
      | 'expired'
      | 'ended'
      | 'not-me'
      | 'password-changed'
      | 'password-reset'
      | 'two-factor'
      | 'guessing'
      | 'locked'
      /** The operator signed all accounts out. */
      | 'everyone'
      | 'leaving'
      | 'returned'
    /** When it ran out; it was noticed later. */
    ranOutAt?: string
  }
  'profile.updated': { before: ProfileFields; after: ProfileFields }
  /** `endsAt`: until when the link in the mail works. */
  'address-change.asked': { from: string; to: string; endsAt?: string }
  /** The mail with the link; the link from before is void. */
  'address-change.sent-again': { to: string; endsAt: string }
  'address-change.withdrawn': { to: string }
  'address.changed': { from: string; to: string }
  /** By a link in the mail to the old address. */
  'address-change.undone': { from: string; to: string }
  /** The owner answered a mail of ours with "this wasn't me". The password was void from then on. */
  'not-me.reported': { sessions: number }
  /** "This wasn't me", about one event of the record; how much of what was left behind was taken back. */
  'event.disowned': { event: number; sessions: number; tokens: number; passkeys: number }
  'account.locked': { by: 'operator' }
  'account.unlocked': { by: 'operator' }
  'passkey.added': { passkey: string; name: string; kind: string | null }
  'passkey.renamed': { passkey: string; before: string; after: string }
  'passkey.removed': { passkey: string; name: string }
  /** The authenticator counts its uses and went back: there is a copy of it somewhere. */
  'passkey.refused': { passkey: string; name: string; reason: 'counter' }
  /** `photo` names it. */
  'photo.changed': { replaced: boolean; photo?: string }
  'photo.removed': Record<string, never>
  /** Brought back from an earlier moment: what the account was after that event. Only what is different now. */
  'profile.restored': { event: number; before: RestorableFields; after: RestorableFields }
  /** A link to choose a new password was sent to the account's address. */
  'password.reset-requested': { email: string }
  'password.reset': { email: string; tokensRevoked: boolean }
  'password.changed': { had: boolean; tokensRevoked: boolean }
  'token.created': { token: string } & TokenAttributes
  'token.changed': { token: string; before: TokenAttributes; after: TokenAttributes }
  'token.rotated': {
    token: string
    name: string
    expiresAt: string | null
    /** Until when the secret from before works; null when it had ended already. */
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
  }
  /** From a place it was not used from before: the event's own address. */
  'token.first-used': { token: string }
  'sign-in.refused': { reason: 'password' | 'code'; count: number }
  'two-factor.enabled': { recoveryCodes: number }
  'two-factor.disabled': { since: string }
  'recovery-codes.replaced': { before: number; now: number }
  'recovery-code.used': { left: number }
  /** `erasedAt`: ISO 8601, UTC. */
  'account.leaving': { erasedAt: string }
  'account.returned': { by: 'page' | 'link' }
  'data-export.requested': { export: string }
  'data-export.downloaded': { export: string }
}

/** `photo` names it; null is initials. */
export type RestorableFields = Partial<ProfileFields & { photo: string | null }>

interface ProfileFields {
  name: string
  locale: string | null
  timezone: string | null
}

export interface TokenAttributes {
  name: string
  permissions: string[]
  /** Empty means from anywhere. */
  networks: string[]
  /** ISO 8601, UTC; null means never. */
  expiresAt: string | null
}

/** What is told on an account's own channel, under the event's name, once it has happened. Never more than its owner may see. */
export interface AccountEventMessage {
  /** The event's number in the record. A message may come twice: what is not above the last one was heard already. */
  sequence: number
  /** ISO 8601, UTC. */
  at: string
  /** Public id of the session that acted; null when none did. */
  session: string | null
  /** With `session.ended`: the public id of the one that ended. */
  ended?: string
  /** With `session.started`: where. */
  from?: {
    browser: string | null
    platform: string | null
    isPhone: boolean
    ip: string | null
  }
}

/** What the tables said of the account: all that a state is (see `AccountState`), but for what only events know. */
export interface AccountBaseline {
  name: string
  email: string
  emailVerifiedAt: string | null
  photo: string | null
  locale: string | null
  timezone: string | null
  hasPassword: boolean
  twoFactorSince: string | null
  recoveryCodes: number
  /** By their ids, as are the next two. */
  passkeys: Record<string, { name: string; addedAt: string }>
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
