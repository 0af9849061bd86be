import { type AccountState, type CollectionField, collectionFields } from './account-events.ts'
import { emptyProfile } from './profile-fields.ts'

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
