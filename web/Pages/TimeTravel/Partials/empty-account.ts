import type { AccountState } from '#app/pages.ts'

export const emptyAccount: AccountState = {
  name: '',
  email: '',
  emailVerifiedAt: null,
  pendingEmail: null,
  photo: null,
  locale: null,
  timezone: null,
  passwordSince: null,
  twoFactorSince: null,
  recoveryCodes: 0,
  passkeys: {},
  sessions: {},
  tokens: {},
  termsVersion: null,
  termsSince: null,
  policyVersion: null,
  policySince: null,
  lockedSince: null,
  erasedAt: null,
}
