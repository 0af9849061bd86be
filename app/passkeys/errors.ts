import { ValidationError } from '#app/platform/errors.ts'

/** No account has this passkey. The browser is told, so that it can stop offering it. */
export class UnknownPasskey extends ValidationError {
  constructor() {
    super({
      credential:
        'This passkey is not known here. It may have been removed from your account; sign in another way.',
    })
  }
}

/** The challenge was answered before, has run out, or was never given to this browser for this. */
export const challengeExpired = () =>
  new ValidationError({ credential: 'That took too long or was used already. Try again.' })

/** Whatever the library finds wrong is one sentence: the details help only someone who forges. */
export const verificationFailed = () =>
  new ValidationError({ credential: 'Your passkey could not be checked. Try again.' })
