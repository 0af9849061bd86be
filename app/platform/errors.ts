import { msg, type Message } from '@foyer/i18n'

/** Base of all expected errors, with an HTTP status and a message for the user. Every other error is a bug. */
export class AppError extends Error {
  readonly status: number
  /** The property that Fastify and its plugins read, and may write. */
  statusCode: number
  readonly userMessage: Message
  readonly retryAfterSeconds: number | null

  constructor(status: number, { userMessage, retryAfterSeconds, cause }: AppErrorOptions = {}) {
    const resolved =
      userMessage ?? defaultMessages[status] ?? msg("That didn't work. Try again in a moment.")
    super(typeof resolved === 'string' ? resolved : resolved.text, { cause })
    this.name = new.target.name
    this.status = status
    this.statusCode = status
    this.userMessage = resolved
    this.retryAfterSeconds = retryAfterSeconds ?? null
  }
}

interface AppErrorOptions {
  userMessage?: Message
  retryAfterSeconds?: number
  /** Logged, never shown to the user. */
  cause?: unknown
}

/** Rejected form input: one message per field, by its snake_case name. */
export class ValidationError extends AppError {
  readonly fields: Record<string, Message>

  constructor(fields: Record<string, Message>) {
    super(422)
    this.fields = fields
  }
}

/** A rule of the operator refuses although everything entered is right: not a wrong attempt. */
export abstract class Refused extends ValidationError {}

/** The operator locked the account. Thrown only after authentication, so strangers never see it. */
export class AccountLocked extends Refused {
  /** @param field  of the form that shows it */
  constructor(field = 'email') {
    super({
      [field]: msg('This account is locked. Contact the operator of this site.'),
    })
  }
}

/** Rate limited. With `field`, the form shows the message next to that field. */
export class TooManyRequests extends AppError {
  readonly field: string | null
  /** Whether the attempts of strangers may make the owner of the account wait long. */
  readonly locksOwnerOut: boolean

  constructor({ field, locksOwnerOut = false, ...details }: TooManyRequestsOptions) {
    super(429, { userMessage: tooManyAttemptsMessage(details.retryAfterSeconds), ...details })
    this.field = field ?? null
    this.locksOwnerOut = locksOwnerOut
  }
}

interface TooManyRequestsOptions extends AppErrorOptions {
  field?: string
  locksOwnerOut?: boolean
  retryAfterSeconds: number
}

/** Says how long to wait, in a unit that people count in. */
function tooManyAttemptsMessage(seconds: number): Message {
  if (seconds <= 90) {
    return msg.n(
      seconds,
      'Too many attempts. Try again in one second.',
      'Too many attempts. Try again in {count} seconds.',
    )
  }
  return seconds <= 90 * 60
    ? msg.n(
        Math.ceil(seconds / 60),
        'Too many attempts. Try again in one minute.',
        'Too many attempts. Try again in {count} minutes.',
      )
    : msg.n(
        Math.ceil(seconds / 3600),
        'Too many attempts. Try again in one hour.',
        'Too many attempts. Try again in {count} hours.',
      )
}

/** The request is malformed, or meant for another host. */
export class BadRequest extends AppError {
  constructor(status: 400 | 405 | 413 | 414 | 415 | 421 = 400) {
    super(status)
  }
}

export class NotSignedIn extends AppError {
  constructor() {
    super(401)
  }
}

export class Forbidden extends AppError {
  constructor() {
    super(403)
  }
}

export class EmailNotVerified extends AppError {
  constructor() {
    super(403, { userMessage: msg('Confirm your email address first.') })
  }
}

/** The account is pending deletion: only the page that offers to cancel it is available. */
export class AccountPendingDeletion extends AppError {
  constructor() {
    super(403, { userMessage: msg('This account is about to be deleted. Sign in to keep it.') })
  }
}

/** Signed in, but the terms or the policy changed since the user accepted them. */
export class TermsNotAccepted extends AppError {
  constructor() {
    super(403, { userMessage: msg('Our terms have changed. Sign in to read them and agree.') })
  }
}

/** Signed in without a second factor although REQUIRE_TWO_FACTOR is on. */
export class SecondFactorRequired extends AppError {
  constructor() {
    super(403, {
      userMessage: msg('A second factor is required. Set one up first.'),
    })
  }
}

export class NotFound extends AppError {
  constructor() {
    super(404)
  }
}

export class Gone extends AppError {
  constructor() {
    super(410)
  }
}

export class PageExpired extends AppError {
  constructor() {
    super(419)
  }
}

/** The page of the request shows another account than the one this browser uses now. */
export class AccountSwitched extends AppError {
  constructor() {
    super(409)
  }
}

/** Signed in, but without a recent confirmation (password, code or passkey). */
export class ConfirmationRequired extends AppError {
  constructor() {
    super(423)
  }
}

/** A dependency such as the database is busy or down. */
export class Unavailable extends AppError {
  constructor(details: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(503, { retryAfterSeconds: 5, ...details })
  }
}

const defaultMessages: Record<number, Message> = {
  400: msg("We couldn't understand that request. Try again."),
  401: msg('Sign in to continue.'),
  403: msg("You don't have access to this."),
  404: msg("There's nothing here. Check the address, or reload the page."),
  405: msg("You can't do that here."),
  409: msg('You switched to another account in this browser. Reload this page.'),
  410: msg('This is no longer available. Request a new one.'),
  413: msg("That's too large. Send something smaller."),
  414: msg('That address is too long.'),
  415: msg("That type of content isn't supported."),
  419: msg('This page was open for a long time. Try again.'),
  421: msg("This site isn't available at this address."),
  422: msg('Check what you entered.'),
  423: msg("Confirm it's you first."),
  500: msg('Something went wrong on our side. Try again in a moment.'),
  503: msg('Temporarily unavailable. Try again in a moment.'),
}
