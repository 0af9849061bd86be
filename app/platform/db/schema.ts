import type { Generated } from 'kysely'

import type { AdminSchema } from '#app/admin/schema.ts'
import type { ManagementSchema } from '#app/management-api/schema.ts'
import type { Profile } from '#app/profile-fields.ts'
import type { ServiceTokenSchema } from '#app/service-tokens/schema.ts'
import type { SupportAccessSchema } from '#app/support-access/schema.ts'
import type { TeamSchema } from '#app/teams/schema.ts'

/**
 * Kysely's table types. Times are Unix milliseconds, ids are UUIDv7 text, booleans are 1/0, `*_hash` is the SHA-256 (hex)
 * of a 256-bit secret that only its owner has, `*_sealed` is encrypted with the application key.
 */
export interface Schema
  extends AdminSchema, ManagementSchema, ServiceTokenSchema, SupportAccessSchema, TeamSchema {
  users: UsersTable
  user_attributes: UserAttributesTable
  additional_addresses: AdditionalAddressesTable
  sessions: SessionsTable
  one_time_tokens: OneTimeTokensTable
  mailed_codes: MailedCodesTable
  two_factor_setups: TwoFactorSetupsTable
  two_factor_challenges: TwoFactorChallengesTable
  recovery_codes: RecoveryCodesTable
  pending_recovery_codes: PendingRecoveryCodesTable
  events: EventsTable
  jobs: JobsTable
  known_devices: KnownDevicesTable
  trusted_devices: TrustedDevicesTable
  used_trust_secrets: UsedTrustSecretsTable
  account_recoveries: AccountRecoveriesTable
  key_checks: KeyChecksTable
  record_keys: RecordKeysTable
  erased_records: ErasedRecordsTable
  task_leases: TaskLeasesTable
  audit_lines: AuditLinesTable
  passkeys: PasskeysTable
  passkey_owners: PasskeyOwnersTable
  webauthn_challenges: WebauthnChallengesTable
  passkey_offers: PasskeyOffersTable
  linked_accounts: LinkedAccountsTable
  provider_states: ProviderStatesTable
  api_tokens: ApiTokensTable
  api_token_places: ApiTokenPlacesTable
  api_token_programs: ApiTokenProgramsTable
  data_exports: DataExportsTable
  broadcasts: BroadcastsTable
  account_snapshots: AccountSnapshotsTable
  past_photos: PastPhotosTable
  previous_passwords: PreviousPasswordsTable
  waitlist: WaitlistTable
  webhook_endpoints: WebhookEndpointsTable
  webhook_deliveries: WebhookDeliveriesTable
  notifications: NotificationsTable
}

export interface UsersTable extends Profile {
  id: string
  /** As entered by the user; mail is sent to it. */
  email: string
  /** Unique. See `emailKey` in validation/email-address.ts. */
  email_key: string
  email_verified_at: number | null
  /** Encrypted, see crypto/stored-password.ts; before 024 a PHC string. Null for an account that signs in without a password. */
  password_hash: string | null
  /** Versions accepted last; null means never asked. */
  terms_version: string | null
  policy_version: string | null
  /** End of the grace period of a pending deletion; null when none is pending. */
  leaves_at: number | null
  /** Number of events in the account's log; incremented by `recordEvent`. */
  event_count: number
  /** The log head: hash and time of the last event, and the signature. See event-log/hash-chain.ts. */
  record_head: Generated<string | null>
  recorded_at: Generated<number | null>
  record_signature: Generated<string | null>
  /** Sequence number of the last event whose client data was erased. */
  origins_erased_through: Generated<number>
  /** Wrong passwords since the last `sign-in.refused` event, and its time. */
  refused_count: number
  refused_recorded_at: number | null
  locked_at: number | null
  /** Name of the photo's files in the storage folder; null shows initials. */
  photo_id: string | null
  /** Wrong codes after a correct password since the last `sign-in.refused` event. */
  refused_code_count: Generated<number>
  /** TOTP secret in hex, bound to the user id. Null without an authenticator app. */
  two_factor_secret_sealed: Generated<string | null>
  /** Null while two-factor is off. Not null: a second factor is asked for, whatever its kind. */
  two_factor_enabled_at: Generated<number | null>
  /** Null without an authenticator app. */
  two_factor_app_added_at: Generated<number | null>
  /** In `app/permissions.ts`; null has none. */
  role: Generated<string | null>
  /** The owner's choice, `passkey` or `code`; null asks for the one added first. */
  preferred_second_factor: Generated<string | null>
  two_factor_last_step: Generated<number | null>
  two_factor_wrong_count: Generated<number>
  /** Notification settings that the owner has turned off, see notifications/muted-settings.ts; null while all are on. */
  muted_notifications: Generated<string | null>
  created_at: number
}

/** Values of the attributes in app/attributes.ts, and of those that were there. */
export interface UserAttributesTable {
  user_id: string
  name: string
  /** JSON. */
  value: string
  /** See `valueKey` in custom-attributes/read-attributes.ts. */
  value_key: string
  changed_at: number
}

export interface PreviousPasswordsTable {
  /** Sorts by the time of the replacement. */
  id: string
  user_id: string
  hash_sealed: string
  replaced_at: number
}

export interface SessionsTable {
  /** Public: appears in lists and URLs, never accepted as a cookie. */
  id: string
  user_id: string
  token_hash: string
  method: string
  remembered: number
  ip: string | null
  user_agent: string | null
  /** ISO 3166 code at sign-in; null without a proxy header. */
  country: string | null
  created_at: number
  last_active_at: number
  /** Idle timeout; moves with activity. */
  expires_at: number
  /** Absolute timeout; never moves. */
  ends_at: number
  /** Last confirmation, the sign-in included; null when there was none, or it was ended. */
  confirmed_at: number | null
  /** The linked account that it was signed in with, and the session there (`sid`); null after another way in. */
  linked_account_id: Generated<string | null>
  provider_sid: Generated<string | null>
  /** 1 when the provider asked for a second factor that the operator trusts, see `PROVIDER_<NAME>_SECOND_FACTORS`. */
  has_trusted_factor: Generated<number>
  /** The owner's name for the device; null shows the browser. */
  name: Generated<string | null>
  /** Flash data for the next page, JSON; encrypted because it can contain a one-time secret. */
  carried_sealed: string | null
}

/** Proved addresses of an account beside `users.email`. No address is in both tables, see auth/email-owner.ts. */
export interface AdditionalAddressesTable {
  id: string
  user_id: string
  email: string
  /** Unique. */
  email_key: string
  /** 1 for an address that receives recovery mails and does not sign in. */
  is_recovery_only: number
  /** When it was proved. */
  created_at: number
}

export interface OneTimeTokensTable {
  id: string
  purpose:
    | 'registration'
    | 'email-verification'
    | 'not-me'
    | 'email-change'
    | 'email-change-undo'
    | 'email-address'
    | 'password-reset'
    | 'return'
    | 'invitation'
    | 'waitlist'
    | 'sign-in-unlock'
    | 'recovery-address'
    | 'recovery-stop'
  user_id: string | null
  email_key: string
  token_hash: string
  payload_sealed: string | null
  /** Of the mail of an invitation; otherwise null. */
  locale: Generated<string | null>
  created_at: number
  expires_at: number
}

export interface MailedCodesTable {
  id: string
  purpose:
    | 'sign-in'
    | 'email-verification'
    | 'password-reset'
    | 'new-device'
    | 'email-change'
    | 'email-address'
    | 'recovery-address'
  /** Null for an address without an account. */
  user_id: string | null
  email_key: string
  /** SHA-256 of a secret of the browser that asked. */
  browser_hash: string
  /** HMAC of id and code: a plain hash of six digits could be searched. */
  code_mac: string
  payload_sealed: string | null
  guesses: number
  created_at: number
  expires_at: number
}

/** Proved addresses without an account that wait for an invitation. */
export interface WaitlistTable {
  id: string
  email: string
  email_key: string
  locale: string | null
  created_at: number
}

/** A two-factor enrollment that waits for its first code, at most one per account. */
export interface TwoFactorSetupsTable {
  id: string
  user_id: string
  secret_sealed: string
  created_at: number
  expires_at: number
}

/** Correct password, second factor pending. Never a session: only the challenge routes read it. */
export interface TwoFactorChallengesTable {
  id: string
  user_id: string
  token_hash: string
  /** The step it waits for. */
  kind: Generated<'second-factor' | 'new-device'>
  /** With `new-device`: when its latest code was mailed; null before. */
  code_sent_at: Generated<number | null>
  /** SHA-256 of the password hash: a password change invalidates the challenge. Empty after a provider. */
  password_digest: string
  /** The linked account that was used instead of a password; unlinking it invalidates the challenge. */
  linked_account_id: Generated<string | null>
  /** The session at the provider (`sid`). */
  provider_sid: Generated<string | null>
  /** The address whose mailed code was used instead of a password, or that was entered with it on a new device; the challenge ends with it. */
  email_key: Generated<string | null>
  remembered: number
  wrong_count: number
  /** The client that entered the password. */
  ip: Generated<string | null>
  user_agent: Generated<string | null>
  country: Generated<string | null>
  /** 1 when the account had been used in it before. */
  known_device: Generated<number>
  created_at: number
  expires_at: number
}

export interface RecoveryCodesTable {
  user_id: string
  /** Salted argon2id; SHA-256 for the longer codes made before codes were short. See two-factor/recovery-codes.ts. */
  code_hash: string
  created_at: number
}

/** New recovery codes that do not work yet, at most one set per account. */
export interface PendingRecoveryCodesTable {
  id: string
  user_id: string
  /** JSON list. */
  code_hashes: string
  created_at: number
  expires_at: number
}

export interface EventsTable {
  user_id: string
  /** 1, 2, 3 … without gaps per account. */
  seq: number
  type: string
  data: string
  /** Never earlier than the previous event. */
  at: number
  session_id: string | null
  /** Client data and salt: erased after HISTORY_RETENTION_DAYS. */
  ip: string | null
  user_agent: string | null
  /** ISO 3166 code; null when unknown. */
  country: string | null
  origin_salt: string | null
  /** Commitment to the client data; never erased. Null when there was none. */
  origin_commitment: string | null
  /** See event-log/hash-chain.ts. Null only in legacy events that are not chained yet. */
  content_digest: string | null
  hash: string | null
  signature: string | null
}

/** Outbox of realtime messages, see platform/realtime. Rows are deleted once sent. */
export interface BroadcastsTable {
  id: string
  channel: string
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
  /** Of jobs with the same lane, a process runs few at a time. */
  lane: string | null
  run_at: number
  attempts: number
  /** End of the worker's lease; afterwards any worker may take the job. */
  locked_until: number | null
  last_error: string | null
  /** Set on dead jobs, which stay for the operator to inspect. */
  dead_at: number | null
  created_at: number
}

/** Browsers that signed in to an account, to detect new ones. */
export interface KnownDevicesTable {
  user_id: string
  device_hash: string
  /** "Chrome on macOS", in English. */
  label: string
  /** Network of the last use, see `networkKey`. */
  network: string
  last_seen_at: number
}

/** Browsers that may skip the account's second factor. */
export interface TrustedDevicesTable {
  /** Public: appears in lists and URLs. */
  id: string
  user_id: string
  token_hash: string
  /** The user agent when the device became trusted. */
  user_agent: string | null
  country: string | null
  created_at: number
  last_used_at: number
  expires_at: number
}

/** Secrets that a trusted device had before. */
export interface UsedTrustSecretsTable {
  token_hash: string
  device_id: string
  used_at: number
}

/** A recovery without the mailbox that waits, at most one per account. */
export interface AccountRecoveriesTable {
  id: string
  /** Unique. */
  user_id: string
  /** SHA-256 of a secret of the browser that finishes it. */
  browser_hash: string
  created_at: number
  /** When a new address and password can be set. */
  ready_at: number
  expires_at: number
}

/** One row, which shows at startup whether the application key belongs to this database. */
export interface KeyChecksTable {
  id: string
  probe_sealed: string
}

/** Lines of the audit log that are not written yet. */
export interface AuditLinesTable {
  /** In the order of time. */
  id: string
  /** JSON. */
  line: string
}

/** Periodic tasks that one of several processes has taken. */
export interface TaskLeasesTable {
  name: string
  leased_until: number
}

/** Signing keys of the event log, so that they outlive the application key. */
export interface RecordKeysTable {
  name: string
  key_sealed: string
}

/** Logs that were erased with their account, stored for a while so that integrity checks do not report them as missing. */
export interface ErasedRecordsTable {
  id: string
  erased_at: number
  signature: string
}

export interface PasskeysTable {
  /** Public: appears in lists and URLs. */
  id: string
  user_id: string
  name: string
  /** WebAuthn credential id, base64url. Unique over all accounts. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** Highest signature counter seen; 0 for authenticators that do not count. */
  counter: number
  /** JSON list of WebAuthn transports, from the browser. */
  transports: string
  /** The authenticator's model, a UUID; all zeros when unknown. */
  aaguid: string
  /** Backed up to more than one device. */
  synced: number
  /** 1 for a security key, which is accepted after a password or a provider only. */
  second_factor_only: Generated<number>
  created_at: number
  last_used_at: number | null
}

export interface PasskeyOwnersTable {
  user_id: string
  /** 32 random bytes, base64url: unrelated to the user and to any other id. */
  handle: string
}

/** Accounts whose owner answered "Not now" to the offer of a passkey. */
export interface PasskeyOffersTable {
  user_id: string
  declined_at: number
}

/** Consumed challenges. Open ones are not stored, see app/passkeys/challenges.ts. */
export interface WebauthnChallengesTable {
  challenge_hash: string
  expires_at: number
}

/** Accounts at providers that open this account. */
export interface LinkedAccountsTable {
  /** Public: appears in lists and URLs. */
  id: string
  user_id: string
  /** Its id in the settings. */
  provider: string
  /** The `iss` and `sub` of its ID tokens: together they name one account there for good. */
  issuer: string
  subject: string
  /** The address there when it was linked; null when the provider gave none. */
  email: string | null
  created_at: number
  last_used_at: number | null
  /** The newest refresh token, for `PROVIDER_<NAME>_DAILY_CHECK`; encrypted. */
  refresh_token_sealed: string | null
  /** Null without a token. */
  next_check_at: number | null
}

/** Finished sign-ins with a provider, and used logout tokens. Open sign-ins are in a cookie, see app/providers/provider-attempt.ts. */
export interface ProviderStatesTable {
  state_hash: string
  expires_at: number
}

export interface ApiTokensTable {
  /** Public: appears in lists and URLs, never accepted as a token. */
  id: string
  user_id: string
  name: string
  /** The token's first characters, for recognition. */
  hint: string
  token_hash: string
  /** The token before the last rotation, and when it stops working. */
  previous_hash: string | null
  previous_ends_at: number | null
  /** JSON list of create, read, update, delete. */
  permissions: string
  /** JSON list of allowed IP addresses and ranges; empty allows all. */
  networks: string
  issued_at: number
  expires_at: number | null
  warned_at: number | null
  last_used_at: number | null
  last_used_ip: string | null
  /** Requests so far, up to a minute behind. */
  uses: number
  /** A revoked token stays for a while, so that revoking it again succeeds. */
  revoked_at: number | null
  created_at: number
}

export interface ApiTokenPlacesTable {
  token_id: string
  /** An IPv4 address or an IPv6 /64. */
  place: string
  first_used_at: number
}

/** The programs that used a token, by their user agents. */
export interface ApiTokenProgramsTable {
  id: string
  user_id: string
  token_id: string
  /** As in the log of events; empty without the header. */
  user_agent: string
  uses: number
  first_used_at: number
  last_used_at: number
}

/** The account's only data export; a new one replaces it. */
export interface DataExportsTable {
  user_id: string
  id: string
  state: 'working' | 'ready' | 'failed'
  done: number
  total: number
  bytes: number | null
  created_at: number
  touched_at: number
  /** When the file is deleted; null until ready. */
  expires_at: number | null
}

/** Cached account state after the event `seq`, so that Time Travel does not replay the whole log. Can be rebuilt anytime. */
export interface AccountSnapshotsTable {
  user_id: string
  seq: number
  /** JSON of `AccountState` in app/pages.ts. */
  state: string
  /** Signature over the three columns above; a snapshot without a valid one is ignored. */
  signature: string
}

/** Replaced or removed photos, kept for a while so that the user can restore them. */
export interface PastPhotosTable {
  photo_id: string
  user_id: string
  replaced_at: number
  kept_until: number
}

/** Addresses that are told about events. */
export interface WebhookEndpointsTable {
  id: string
  /** Null for an endpoint of the operator, which hears of every account and team. No foreign key: it is whatever id a team has. */
  team_id: string | null
  url: string
  /** JSON list; empty is every type. */
  event_types: string
  secret_sealed: string
  /** The secret before the last rotation, and when it stops signing. */
  previous_secret_sealed: string | null
  previous_ends_at: number | null
  /** The first failed attempt since the last successful one. */
  failing_since: number | null
  /** While it fails: when the next delivery may try it. */
  next_probe_at: number | null
  disabled_at: number | null
  created_at: number
}

export interface WebhookDeliveriesTable {
  /** The id of the message, `msg_…`; sorts by creation time. */
  id: string
  /** The same for all endpoints that hear of it. */
  event_id: string
  endpoint_id: string
  /** The account that the payload is about; null for `user.deleted` and for teams. */
  user_id: string | null
  type: string
  /** The body, exactly as it is signed. */
  payload: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  next_attempt_at: number | null
  last_status: number | null
  last_error: string | null
  created_at: number
}

/** The notifications of an account in the application. */
export interface NotificationsTable {
  /** Sorts by time. */
  id: string
  user_id: string
  /** A type of app/notification-types.ts. */
  type: string
  /** JSON; the values of its title and its link. */
  data: string
  created_at: number
  /** Null until read. */
  read_at: number | null
}
