import type { App } from '#app/http/server/app.ts'
import { minute } from '#app/platform/lib/durations.ts'
import { isKnownDevice } from '#app/platform/sessions/known-devices.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import type { Attempt, AttemptLimits } from './throttle.ts'

export const signInLimits: AttemptLimits = {
  perIp: [60, minute],
  perIpAndAccount: [
    [5, minute],
    [20, 60 * minute],
  ],
  perAccount: [100, 60 * minute],
}

/** An attempt at a password on the sign-in page. */
export function signInAttempt({ db }: Pick<App, 'db'>, email: string): Attempt {
  return {
    action: 'login',
    accountKey: emailKey(email),
    limits: signInLimits,
    field: 'email',
    isKnownDevice: (account, device) => isKnownDevice(db, account, device),
  }
}
