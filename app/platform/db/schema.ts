import type { Generated } from 'kysely'

/**
 * The tables, as Kysely sees them. Times are Unix milliseconds in UTC, identifiers are UUIDv7 text, yes/no is 1/0,
 * `*_hash` is the SHA-256 (hex) of a 256-bit secret that only its owner holds, `*_sealed` is encrypted with the application's key.
 */
export interface Schema {
  users: UsersTable
  sessions: SessionsTable
  one_time_tokens: OneTimeTokensTable
  two_factor_setups: TwoFactorSetupsTable
  two_factor_challenges: TwoFactorChallengesTable
  recovery_codes: RecoveryCodesTable
  events: EventsTable
  jobs: JobsTable
  known_devices: KnownDevicesTable
  key_checks: KeyChecksTable
  record_keys: RecordKeysTable
  erased_records: ErasedRecordsTable
  passkeys: PasskeysTable
  passkey_owners: PasskeyOwnersTable
  webauthn_challenges: WebauthnChallengesTable
  api_tokens: ApiTokensTable
  api_token_places: ApiTokenPlacesTable
  data_exports: DataExportsTable
  broadcasts: BroadcastsTable
  account_snapshots: AccountSnapshotsTable
  past_photos: PastPhotosTable
}

export interface UsersTable {
  id: string
  name: string
  /** As the person typed it: what mail is sent to. */
  email: string
  /** The identity: see `emailKey` in platform/email-address.ts. Unique. */
  email_key: string
  email_verified_at: number | null
  /** PHC string, argon2id. Null for an account that signs in without a password. */
  password_hash: string | null
  locale: string | null
  timezone: string | null
  /** Versions of the documents agreed to last; null means never asked. */
  terms_version: string | null
  policy_version: string | null
  /** When the account is erased unless its owner comes back; null means that it stays. */
  leaves_at: number | null
  /** Number of events in the account's record; raised by `record`. */
  event_count: number
  /** The hash of the last event, when it happened, and our signature under the end of the record: see platform/chain.ts. */
  record_head: Generated<string | null>
  recorded_at: Generated<number | null>
  record_signature: Generated<string | null>
  /** The last event whose address and browser were erased. */
  origins_erased_through: Generated<number>
  /** Refused sign-ins since the last `sign-in.refused` event, and when that was. */
  refused_count: number
  refused_recorded_at: number | null
  /** Since when the operator lets nobody in. */
  locked_at: number | null
  /** Names the photo's files in the storage folder; null draws initials. */
  photo_id: string | null
  /** The same, of wrong codes after a right password. */
  refused_code_count: Generated<number>
  /** The key an authenticator app shares, in hex; bound to the user. Null while two-factor is off. */
  two_factor_secret_sealed: Generated<string | null>
  two_factor_enabled_at: Generated<number | null>
  /** The newest time step whose code was accepted; codes of it and of older ones are refused. */
  two_factor_last_step: Generated<number | null>
  /** Wrong codes since the last right one. */
  two_factor_wrong_count: Generated<number>
  created_at: number
}

export interface SessionsTable {
  /** Public: shown in lists and addresses, never accepted as a cookie. */
  id: string
  user_id: string
  token_hash: string
  /** How the person signed in. */
  method: string
  remembered: number
  ip: string | null
  user_agent: string | null
  /** Where it began, as an ISO 3166 code; null where no proxy says. */
  country: string | null
  created_at: number
  last_active_at: number
  /** The idle end; moves with activity. */
  expires_at: number
  /** The absolute end; never moves. */
  ends_at: number
  /** When the person last confirmed that it is them; null means not since sign-in, or that they took it back. */
  confirmed_at: number | null
  /** What the next page shows once (flash, errors, where to go), JSON; sealed because it can hold a one-time secret. */
  carried_sealed: string | null
}

export interface OneTimeTokensTable {
  id: string
  purpose:
    | 'registration'
    | 'email-verification'
    | 'not-me'
    | 'email-change'
    | 'email-change-undo'
    | 'password-reset'
    | 'return'
  user_id: string | null
  /** The address key the token is bound to. */
  email_key: string
  token_hash: string
  payload_sealed: string | null
  created_at: number
  expires_at: number
}

/** A set-up that waits for its first code. At most one for each account; nothing asks for its codes yet. */
export interface TwoFactorSetupsTable {
  id: string
  user_id: string
  /** In hex; bound to this row's id. */
  secret_sealed: string
  created_at: number
  expires_at: number
}

/** The password was right, the second factor is still to come. Never a session: only the challenge's own routes read it. */
export interface TwoFactorChallengesTable {
  id: string
  user_id: string
  token_hash: string
  /** SHA-256 of the password's hash at that moment: once it is another, the challenge is over. */
  password_digest: string
  remembered: number
  wrong_count: number
  created_at: number
  expires_at: number
}

export interface RecoveryCodesTable {
  user_id: string
  code_hash: string
  created_at: number
}

export interface EventsTable {
  user_id: string
  /** 1, 2, 3 … without a gap for each account. */
  seq: number
  type: string
  /** JSON, by app/events.ts. */
  data: string
  /** Never earlier than the event before. */
  at: number
  session_id: string | null
  /** With `origin_salt`, erased after a while. */
  ip: string | null
  user_agent: string | null
  origin_salt: string | null
  /** Commits to both, and stays. Null when there was neither. */
  origin_commitment: string | null
  /** See platform/chain.ts. Null only in events from before the chain that were not taken into it yet. */
  content_digest: string | null
  hash: string | null
  signature: string | null
}

/** What waits to be told to those who listen; see platform/broadcast. It is gone as soon as it is told. */
export interface BroadcastsTable {
  id: string
  channel: string
  /** The order within a channel. */
  sequence: number
  name: string
  /** JSON. */
  data: string
  created_at: number
}

export interface JobsTable {
  id: string
  kind: string
  payload_sealed: string
  /** Jobs with the same key are stored once. */
  dedupe_key: string | null
  run_at: number
  attempts: number
  /** A worker holds the job until then; after it, anyone may take it. */
  locked_until: number | null
  last_error: string | null
  /** Set when it was given up; kept for the operator. */
  dead_at: number | null
  created_at: number
}

/** Browsers an account was signed in from: what tells a new one from an old one. */
export interface KnownDevicesTable {
  user_id: string
  /** SHA-256 of the cookie that names the browser. */
  device_hash: string
  /** "Chrome on macOS", in English. */
  label: string
  /** The network it was last used from, as rate limits count networks. */
  network: string
  last_seen_at: number
}

/** One row, with which a start finds out whether the key it was given is this database's. */
export interface KeyChecksTable {
  id: string
  probe_sealed: string
}

/** The keys that records were signed with, so that they outlive the application's. */
export interface RecordKeysTable {
  name: string
  key_sealed: string
}

/** Records that were erased with their account: for a while, so that they are not taken for lost. */
export interface ErasedRecordsTable {
  /** The account's. */
  id: string
  erased_at: number
  signature: string
}

export interface PasskeysTable {
  /** Public: shown in lists and addresses. */
  id: string
  user_id: string
  /** The person's word for it. */
  name: string
  /** What the authenticator calls it, base64url. Unique over all accounts. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** The highest number of uses the authenticator has told; 0 from those that do not count. */
  counter: number
  /** JSON: how the authenticator can be reached, as the browser said. */
  transports: string
  /** The authenticator's model, a UUID; all zeros when it does not say. */
  aaguid: string
  /** Kept by its maker on more than one device. */
  synced: number
  created_at: number
  last_used_at: number | null
}

/** What authenticators know an account by. */
export interface PasskeyOwnersTable {
  user_id: string
  /** 32 random bytes, base64url: nothing about the person, and never anything else's name. */
  handle: string
}

/** Challenges that were answered. Those that were not leave no trace: see app/passkeys/challenges.ts. */
export interface WebauthnChallengesTable {
  challenge_hash: string
  expires_at: number
}

export interface ApiTokensTable {
  /** Public: shown in lists and addresses, never accepted as a token. */
  id: string
  user_id: string
  name: string
  /** The first characters, for its owner to recognise it by. */
  hint: string
  token_hash: string
  /** The token from before the last rotation, and until when it still works. */
  previous_hash: string | null
  previous_ends_at: number | null
  /** JSON list: of create, read, update, delete. */
  permissions: string
  /** JSON list of addresses and ranges it may be used from; empty means from anywhere. */
  networks: string
  /** When the present secret was made: at creation, or by the last rotation. */
  issued_at: number
  /** Null: its owner chose that it never ends. */
  expires_at: number | null
  /** When its owner was told that it is about to end. */
  warned_at: number | null
  last_used_at: number | null
  last_used_ip: string | null
  /** A revoked token opens nothing; it stays for a while so that revoking it again is no surprise. */
  revoked_at: number | null
  created_at: number
}

export interface ApiTokenPlacesTable {
  token_id: string
  /** One address, or a /64 of IPv6. */
  place: string
  first_used_at: number
}

/** The one export of an account's data: the next one takes its place. */
export interface DataExportsTable {
  user_id: string
  /** Names the file, and tells an export from the one before it. */
  id: string
  state: 'working' | 'ready' | 'failed'
  /** How many of its files are in it. */
  done: number
  total: number
  /** Its size; null until it is ready. */
  bytes: number | null
  created_at: number
  /** When it last got further. */
  touched_at: number
  /** When the file is removed; null until it is ready. */
  expires_at: number | null
}

/** What a record's events up to one of them make, so that not all are read again each time. Can be made anew at any time. */
export interface AccountSnapshotsTable {
  user_id: string
  seq: number
  /** JSON, by `AccountState` in app/pages.ts. */
  state: string
  /** Ours, under the three above: a snapshot without it counts as none. */
  signature: string
}

/** Photos that were replaced or removed, kept for a while for their owner to bring back. */
export interface PastPhotosTable {
  photo_id: string
  user_id: string
  replaced_at: number
  kept_until: number
}
