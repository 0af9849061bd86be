import type { AccountState } from '#app/pages.ts'
import { emptyProfile } from '#app/profile-fields.ts'
import { accountFeatures } from '#web/account-features.ts'

export const emptyAccount = {
  ...emptyProfile,
  email: '',
  emailVerifiedAt: null,
  pendingEmail: null,
  photo: null,
  passwordSince: null,
  twoFactorSince: null,
  recoveryCodes: 0,
  passkeys: {},
  sessions: {},
  ...Object.fromEntries(accountFeatures.map(({ collection }) => [collection, {}])),
  termsVersion: null,
  termsSince: null,
  policyVersion: null,
  policySince: null,
  lockedSince: null,
  erasedAt: null,
} as AccountState
