import type { SecondFactor } from '#app/pages.ts'
import type { Webhooks } from '#app/webhook-events.ts'

export interface TwoFactorEvents {
  /** `factor`: the first one, or that of a new app; without it a code. */
  'two-factor.enabled': { recoveryCodes: number; factor?: SecondFactor }
  'two-factor.disabled': { since: string }
  /** An app was added beside a passkey, with two-factor on already. */
  'authenticator-app.added': Record<string, never>
  'authenticator-app.removed': Record<string, never>
  'second-factor.preferred': { factor: SecondFactor }
  'recovery-codes.replaced': { before: number; now: number }
  'recovery-code.used': { left: number }
  /** The operator gave its owner the code for a new device. */
  'device-code.issued': { by: 'operator' }
  /** The password was right and no second factor, or code for a new device, followed, `count` times from this client, the last time at `lastAt`. */
  'sign-in.stopped': {
    count: number
    isKnownDevice: boolean
    lastAt: string
    awaited?: 'second-factor' | 'new-device'
  }
}

export const twoFactorWebhooks = {
  'two-factor.enabled': { type: 'two_factor.enabled', data: () => ({}) },
  'two-factor.disabled': { type: 'two_factor.disabled', data: () => ({}) },
  'sign-in.stopped': null,
  'authenticator-app.added': null,
  'authenticator-app.removed': null,
  'second-factor.preferred': null,
  'recovery-codes.replaced': null,
  'recovery-code.used': null,
  'device-code.issued': null,
} as const satisfies Webhooks<TwoFactorEvents>
