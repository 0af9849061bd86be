import type { OwnedTable } from '#app/platform/feature.ts'

import { features } from './features.ts'
import { profileFieldNames } from './profile-fields.ts'

const coreTables: Readonly<Record<string, OwnedTable>> = {
  users: {
    file: 'account.json',
    description: 'The account itself: name, address, language, and what you agreed to.',
    ownerColumn: 'id',
    orderColumn: 'id',
    columns: [
      'id',
      ...profileFieldNames,
      'email',
      'email_verified_at',
      'terms_version',
      'policy_version',
      'leaves_at',
      'locked_at',
      'two_factor_enabled_at',
      'two_factor_app_added_at',
      'preferred_second_factor',
      'muted_notifications',
      'role',
      'created_at',
    ],
    excludedColumns: {
      email_key: 'the address once more, in the form it is compared in',
      password_hash: 'a secret',
      two_factor_secret_sealed: 'a secret',
      two_factor_last_step: 'keeps a code from being used twice',
      two_factor_wrong_count: 'a counter between two events of the event log',
      refused_code_count: 'a counter between two events of the event log',
      event_count: 'a number that keeps the event log without gaps',
      record_head: 'the end of the event log, which the log itself shows',
      recorded_at: 'the end of the event log, which the log itself shows',
      record_signature: 'our signature of the log head',
      origins_erased_through: 'how far addresses and browsers in the event log are erased',
      photo_id: 'names the file of the photo, which is in the export itself',
      refused_count: 'a counter between two events of the event log',
      refused_recorded_at: 'a counter between two events of the event log',
    },
  },
  sessions: {
    file: 'sessions.json',
    description: "Where you're signed in.",
    ownerColumn: 'user_id',
    orderColumn: 'id',
    columns: [
      'id',
      'method',
      'remembered',
      'name',
      'ip',
      'user_agent',
      'country',
      'created_at',
      'last_active_at',
      'expires_at',
      'ends_at',
      'confirmed_at',
      'linked_account_id',
    ],
    excludedColumns: {
      token_hash: 'a secret',
      carried_sealed: 'what the next page shows once',
      provider_sid: 'names the session at the provider, for its logout only',
      has_trusted_factor:
        'whether the provider asked for a second factor, which the event of the sign-in says too',
    },
  },
  events: {
    file: 'history.json',
    description: 'Everything that happened to the account, in order.',
    ownerColumn: 'user_id',
    orderColumn: 'seq',
    columns: [
      'seq',
      'type',
      'data',
      'at',
      'session_id',
      'ip',
      'user_agent',
      'country',
      'origin_salt',
      'origin_commitment',
      'content_digest',
      'hash',
    ],
    excludedColumns: { signature: 'can be checked with a secret only' },
  },
  known_devices: {
    file: 'devices.json',
    description: 'Browsers we recognize, so we only email you about new ones.',
    ownerColumn: 'user_id',
    orderColumn: 'device_hash',
    columns: ['label', 'network', 'last_seen_at'],
    excludedColumns: { device_hash: 'a secret' },
  },
  one_time_tokens: {
    excludedBecause: 'secrets of links in mails; gone once used, and within days anyway',
  },
  mailed_codes: {
    excludedBecause: 'secrets of codes in mails; gone once used, and within minutes anyway',
  },
}

/**
 * Every table with data of an account: the exported columns, and why the others are excluded. A test compares this with the
 * database, so that no table or column is forgotten. All rows are deleted with the account by foreign key.
 */
export const ownedTables: Readonly<Record<string, OwnedTable>> = Object.fromEntries(
  [coreTables, ...features.map((feature) => feature.ownedTables ?? {})].flatMap((tables) =>
    Object.entries(tables),
  ),
)
