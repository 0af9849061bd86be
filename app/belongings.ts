/**
 * Everything an account owns, table by table: which columns its export holds, and why the others stay out. A test compares
 * this with the database, so that no table and no column is forgotten. All of it goes with the account by foreign key.
 */
export const belongings = {
  users: {
    file: 'account.json',
    about: 'The account itself: name, address, language, and what you agreed to.',
    owner: 'id',
    order: 'id',
    columns: [
      'id',
      'name',
      'email',
      'email_verified_at',
      'locale',
      'timezone',
      'terms_version',
      'policy_version',
      'leaves_at',
      'locked_at',
      'two_factor_enabled_at',
      'created_at',
    ],
    withheld: {
      email_key: 'the address once more, in the form it is compared in',
      password_hash: 'a secret',
      two_factor_secret_sealed: 'a secret',
      two_factor_last_step: 'keeps a code from being used twice',
      two_factor_wrong_count: 'a counter between two events of the record',
      refused_code_count: 'a counter between two events of the record',
      event_count: 'a number that keeps the record without gaps',
      record_head: 'the end of the record, which the record itself shows',
      recorded_at: 'the end of the record, which the record itself shows',
      record_signature: 'our signature under the end of the record',
      origins_erased_through: 'how far addresses and browsers in the record are erased',
      photo_id: 'names the file of the photo, which is in the export itself',
      refused_count: 'a counter between two events of the record',
      refused_recorded_at: 'a counter between two events of the record',
    },
  },
  sessions: {
    file: 'sessions.json',
    about: 'Where you are signed in.',
    owner: 'user_id',
    order: 'id',
    columns: [
      'id',
      'method',
      'remembered',
      'ip',
      'user_agent',
      'country',
      'created_at',
      'last_active_at',
      'expires_at',
      'ends_at',
      'confirmed_at',
    ],
    withheld: { token_hash: 'a secret', carried_sealed: 'what the next page shows once' },
  },
  events: {
    file: 'history.json',
    about: 'Everything that happened to the account, in order.',
    owner: 'user_id',
    order: 'seq',
    columns: [
      'seq',
      'type',
      'data',
      'at',
      'session_id',
      'ip',
      'user_agent',
      'origin_salt',
      'origin_commitment',
      'content_digest',
      'hash',
    ],
    withheld: { signature: 'can be checked with a secret only' },
  },
  known_devices: {
    file: 'devices.json',
    about: 'Browsers we know you by, so that only a new one is mailed about.',
    owner: 'user_id',
    order: 'device_hash',
    columns: ['label', 'network', 'last_seen_at'],
    withheld: { device_hash: 'a secret' },
  },
  passkeys: {
    file: 'passkeys.json',
    about: 'Passkeys you can sign in with. Their secret halves never leave your devices.',
    owner: 'user_id',
    order: 'id',
    columns: [
      'id',
      'name',
      'credential_id',
      'public_key',
      'counter',
      'transports',
      'aaguid',
      'synced',
      'created_at',
      'last_used_at',
    ],
    withheld: {},
  },
  recovery_codes: {
    file: 'recovery-codes.json',
    about: 'How many recovery codes are left, and when they were made.',
    owner: 'user_id',
    order: 'code_hash',
    columns: ['created_at'],
    withheld: { code_hash: 'a secret' },
  },
  api_tokens: {
    file: 'api-tokens.json',
    about: 'Access tokens you made for programs, and when they were last used.',
    owner: 'user_id',
    order: 'id',
    columns: [
      'id',
      'name',
      'hint',
      'permissions',
      'networks',
      'issued_at',
      'expires_at',
      'warned_at',
      'last_used_at',
      'last_used_ip',
      'previous_ends_at',
      'revoked_at',
      'created_at',
    ],
    withheld: { token_hash: 'a secret', previous_hash: 'a secret' },
  },
  past_photos: {
    file: 'past-photos.json',
    about: 'Photos you replaced or removed, and until when we keep them for you to bring back.',
    owner: 'user_id',
    order: 'photo_id',
    columns: ['photo_id', 'replaced_at', 'kept_until'],
    withheld: {},
  },
  account_snapshots: {
    leftOut: 'what the events of the record make, which is in the export itself',
  },
  two_factor_setups: { leftOut: 'a secret that is not in force yet; gone within the hour' },
  two_factor_challenges: { leftOut: 'a sign-in that waits for its code; gone within minutes' },
  passkey_owners: { leftOut: 'a random number that authenticators know the account by' },
  one_time_tokens: { leftOut: 'secrets of links in mails; gone once used, and within days anyway' },
  data_exports: { leftOut: 'how far the export itself is' },
} as const satisfies Record<string, Belonging>

export type Belonging = Exported | { leftOut: string }

export interface Exported {
  /** Its name in the export. */
  file: string
  /** What the reader of the export is told of it. */
  about: string
  /** The column that names the account. */
  owner: string
  /** A column that is unique within the account; rows come in its order. */
  order: string
  columns: readonly string[]
  /** Why a column stays out, by its name. */
  withheld: Readonly<Record<string, string>>
}
