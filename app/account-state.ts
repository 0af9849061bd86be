import type { AccountState, CollectionField } from './pages.ts'
import { emptyProfile } from './profile-fields.ts'

type ScalarField = Exclude<keyof AccountState, CollectionField>

const emptyFields: Pick<AccountState, ScalarField> = {
  ...emptyProfile,
  email: '',
  emailVerifiedAt: null,
  pendingEmail: null,
  photo: null,
  passwordSince: null,
  twoFactorSince: null,
  recoveryCodes: 0,
  termsVersion: null,
  termsSince: null,
  policyVersion: null,
  policySince: null,
  lockedSince: null,
  erasedAt: null,
}

export const scalarFields = Object.keys(emptyFields) as ScalarField[]

/** The fields that list items by id. @param features  those with a collection of their own */
export function collectionFieldsWith(
  features: readonly { collection: CollectionField }[],
): CollectionField[] {
  return ['passkeys', 'sessions', ...features.map(({ collection }) => collection)]
}

/** The state of an account before its first event. */
export function emptyAccountWith(
  features: readonly { collection: CollectionField }[],
): AccountState {
  const collections = collectionFieldsWith(features).map((field) => [field, {}])
  // Complete, but the compiler cannot add up the collections.
  return { ...emptyFields, ...Object.fromEntries(collections) } as AccountState
}
