import type { App } from '#app/http/server/app-type.ts'
import { isKnownDeviceOfAddress } from '#app/platform/sessions/known-devices.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { signInLimits } from '#app/sign-in/limits.ts'

import type { Attempt } from './rate-limit.ts'

/** An attempt at a password on the sign-in page. */
export function signInAttempt({ db }: Pick<App, 'db'>, email: string): Attempt {
  return {
    action: 'login',
    accountKey: emailKey(email),
    limits: signInLimits,
    field: 'email',
    isKnownDevice: (account, device) => isKnownDeviceOfAddress(db, account, device),
  }
}
