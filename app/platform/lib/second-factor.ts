import { type SecondFactor, secondFactors } from '#app/pages.ts'

interface AuthenticatorApp {
  two_factor_secret_sealed: string | null
  two_factor_enabled_at: number | null
  two_factor_app_added_at: number | null
}

/** Null without an authenticator app. A process of an older version leaves out when it was added. */
export function authenticatorAppSince(user: AuthenticatorApp): number | null {
  if (user.two_factor_secret_sealed === null) return null
  return user.two_factor_app_added_at ?? user.two_factor_enabled_at
}

/** Reads `users.preferred_second_factor`. */
export function parseSecondFactor(value: string | null): SecondFactor | null {
  return secondFactors.find((factor) => factor === value) ?? null
}
