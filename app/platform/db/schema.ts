import type { Generated } from 'kysely'

import type { AccountRecoverySchema } from '#app/account-recovery/schema.ts'
import type { AdminSchema } from '#app/admin/schema.ts'
import type { ApiTokensSchema } from '#app/api-tokens/schema.ts'
import type { CustomAttributesSchema } from '#app/custom-attributes/schema.ts'
import type { DataExportSchema } from '#app/data-export/schema.ts'
import type { EmailAddressesSchema } from '#app/email-addresses/schema.ts'
import type { ManagementSchema } from '#app/management-api/schema.ts'
import type { NotificationsSchema } from '#app/notifications/schema.ts'
import type { PasskeysSchema } from '#app/passkeys/schema.ts'
import type { PasswordSchema } from '#app/password/schema.ts'
import type { Profile } from '#app/profile-fields.ts'
import type { ProfilePhotoSchema } from '#app/profile-photo/schema.ts'
import type { ProvidersSchema } from '#app/providers/schema.ts'
import type { ServiceTokenSchema } from '#app/service-tokens/schema.ts'
import type { SupportAccessSchema } from '#app/support-access/schema.ts'
import type { TeamDomainSchema } from '#app/team-domains/schema.ts'
import type { TeamInvitationSchema } from '#app/team-invitations/schema.ts'
import type { TeamLogSchema } from '#app/team-log/schema.ts'
import type { TeamTokenSchema } from '#app/team-tokens/schema.ts'
import type { TeamSchema } from '#app/teams/schema.ts'
import type { TimeTravelSchema } from '#app/time-travel/schema.ts'
import type { TrustedDevicesSchema } from '#app/trusted-devices/schema.ts'
import type { TwoFactorSchema } from '#app/two-factor/schema.ts'
import type { WaitlistSchema } from '#app/waitlist/schema.ts'
import type { WebhooksSchema } from '#app/webhooks/schema.ts'

/**
 * Kysely's table types. Times are Unix milliseconds, ids are UUIDv7 text, booleans are 1/0, `*_hash` is the SHA-256 (hex)
 * of a 256-bit secret that only its owner has, `*_sealed` is encrypted with the application key.
 */
export interface Schema
  extends
    AccountRecoverySchema,
    AdminSchema,
    ApiTokensSchema,
    CustomAttributesSchema,
    DataExportSchema,
    EmailAddressesSchema,
    ManagementSchema,
    NotificationsSchema,
    PasskeysSchema,
    PasswordSchema,
    ProfilePhotoSchema,
    ProvidersSchema,
    ServiceTokenSchema,
    SupportAccessSchema,
    TeamDomainSchema,
    TeamInvitationSchema,
    TeamLogSchema,
    TeamSchema,
    TeamTokenSchema,
    TimeTravelSchema,
    TrustedDevicesSchema,
    TwoFactorSchema,
    WaitlistSchema,
    WebhooksSchema {
  users: UsersTable
  sessions: SessionsTable
  one_time_tokens: OneTimeTokensTable
  mailed_codes: MailedCodesTable
  events: EventsTable
  jobs: JobsTable
  known_devices: KnownDevicesTable
  key_checks: KeyChecksTable
  record_keys: RecordKeysTable
  erased_records: ErasedRecordsTable
  task_leases: TaskLeasesTable
  audit_lines: AuditLinesTable
  broadcasts: BroadcastsTable
}

export interface UsersTable extends Profile {
  id: string
  /** The address as the user entered it; mail is sent to it. */
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
  /** A role of `app/permissions.ts`; null for none. */
  role: Generated<string | null>
  /** The owner's choice, `passkey` or `code`; null asks for the one added first. */
  preferred_second_factor: Generated<string | null>
  two_factor_last_step: Generated<number | null>
  two_factor_wrong_count: Generated<number>
  /** Notification settings that the owner has turned off, see notifications/muted-settings.ts; null while all are on. */
  muted_notifications: Generated<string | null>
  created_at: number
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
  /** The language of an invitation's mail; null for other tokens. */
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
  /** A process runs only a few jobs of the same lane at a time. */
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

/** One row, which shows at startup whether the application key belongs to this database. */
export interface KeyChecksTable {
  id: string
  probe_sealed: string
}

/** Lines of the audit log that are not written yet. */
export interface AuditLinesTable {
  /** Sorts by time. */
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
