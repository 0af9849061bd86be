import type { TokenState } from './api-tokens/pages.ts'
import type { AttributeValue } from './attributes.ts'
import type { EmailAddressState } from './email-addresses/pages.ts'
import type { SecondFactor } from './pages.ts'
import type { PasskeyState } from './passkeys/pages.ts'
import { emptyProfile, type Profile } from './profile-fields.ts'
import type { LinkedAccountState } from './providers/pages.ts'
import type { TeamState } from './teams/pages.ts'
import type { TrustedDeviceState } from './trusted-devices/pages.ts'

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

export interface SessionState {
  method: string
  remembered: boolean
  startedAt: string
  confirmedAt: string | null
  endsAt: string
}

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

type ScalarField = Exclude<keyof AccountState, CollectionField>

const emptyFields: Pick<AccountState, ScalarField> = {
  ...emptyProfile,
  email: '',
  emailVerifiedAt: null,
  pendingEmail: null,
  photo: null,
  mutedNotifications: null,
  passwordSince: null,
  twoFactorSince: null,
  authenticatorAppSince: null,
  preferredFactor: null,
  role: null,
  recoveryCodes: 0,
  termsVersion: null,
  termsSince: null,
  policyVersion: null,
  policySince: null,
  lockedSince: null,
  erasedAt: null,
}

export const scalarFields = Object.keys(emptyFields) as ScalarField[]

/** The state of an account before its first event. */
export const emptyAccount = {
  ...emptyFields,
  ...Object.fromEntries(collectionFields.map((field) => [field, {}])),
} as AccountState

/** Drops expired items and pending email changes. @param now  ISO 8601, UTC, so times compare as strings */
export function dropExpired(state: AccountState, now: string): AccountState {
  const { pendingEmail } = state
  const collections = collectionFields.map((field) => [field, withoutExpired(state[field], now)])
  return {
    ...state,
    pendingEmail: pendingEmail && !isExpired(pendingEmail, now) ? pendingEmail : null,
    ...Object.fromEntries(collections),
  }
}

function isExpired(item: object, now: string): boolean {
  return 'endsAt' in item && typeof item.endsAt === 'string' && item.endsAt <= now
}

function withoutExpired(items: Readonly<Record<string, object>>, now: string) {
  return Object.fromEntries(Object.entries(items).filter(([, item]) => !isExpired(item, now)))
}
