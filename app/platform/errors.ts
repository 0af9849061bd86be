import { msg, type Message } from '@foyer/i18n'

import { tooManyAttemptsMessage } from './rate-limit/retry-message.ts'

/** The closed list of what is refused, each with its HTTP status and a sentence for a person. All else is a failure of ours. */
export class AppError extends Error {
  readonly status: number
  /** What Fastify and its plugins call it; they may write to it. */
  statusCode: number
  readonly userMessage: Message
  readonly retryAfterSeconds: number | null

  constructor(status: number, { userMessage, retryAfterSeconds, cause }: AppErrorOptions = {}) {
    const resolved = userMessage ?? defaultMessages[status] ?? msg('That did not work.')
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
  /** For the log, never for the person. */
  cause?: unknown
}

/** What was typed cannot be used: a sentence for each field, under its snake_case name. */
export class ValidationError extends AppError {
  readonly fields: Record<string, Message>

  constructor(fields: Record<string, Message>) {
    super(422)
    this.fields = fields
  }
}

/** The person has proved who they are, and the operator lets nobody into the account. Strangers never get this far. */
export class AccountLocked extends ValidationError {
  constructor() {
    super({
      email: msg(
        'This account is locked. The people who run this site can tell you why and open it.',
      ),
    })
  }
}

/** With a field, the form it came from shows the sentence there. */
export class TooManyRequests extends AppError {
  readonly field: string | null

  constructor({ field, ...details }: TooManyRequestsOptions) {
    super(429, { userMessage: tooManyAttemptsMessage(details.retryAfterSeconds), ...details })
    this.field = field ?? null
  }
}

interface TooManyRequestsOptions extends AppErrorOptions {
  field?: string
  retryAfterSeconds: number
}

/** The request itself is malformed or not for us. */
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

/** No API token, or none that works: it was mistyped, revoked, or has expired. One sentence for all of it. */
export class InvalidApiToken extends AppError {
  constructor() {
    super(401, { userMessage: msg('Send an API token that is valid.') })
  }
}

/** The token works, but not for this. */
export class MissingPermission extends AppError {
  constructor(permission: string) {
    super(403, {
      userMessage: msg('This token lacks the permission "{permission}".', { permission }),
    })
  }
}

/** The token works, but nobody may use the account: it is locked, or about to be deleted. */
export class AccountDisabled extends AppError {
  constructor() {
    super(403, { userMessage: msg('This account cannot be used at present.') })
  }
}

/** The token works, but not from where it is used. */
export class IpNotAllowed extends AppError {
  constructor() {
    super(403, { userMessage: msg('This token may not be used from your network address.') })
  }
}

export class Forbidden extends AppError {
  constructor() {
    super(403)
  }
}

/** Signed in, but the address is not proved yet. */
export class EmailNotVerified extends AppError {
  constructor() {
    super(403, { userMessage: msg('Confirm your e-mail address first.') })
  }
}

/** The account is in its last days; until it comes back there is only the page that says so. */
export class AccountPendingDeletion extends AppError {
  constructor() {
    super(403, { userMessage: msg('This account is about to be deleted. Sign in to keep it.') })
  }
}

/** Signed in, but the terms or the policy are not the ones the person agreed to. */
export class TermsNotAccepted extends AppError {
  constructor() {
    super(403, { userMessage: msg('Our terms have changed. Sign in to read them and agree.') })
  }
}

/** Signed in, but with a password alone, and the operator demands a second factor of everyone. */
export class SecondFactorRequired extends AppError {
  constructor() {
    super(403, {
      userMessage: msg('This place asks everyone for a second factor. Set one up first.'),
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

/** The form was open longer than its forgery protection lasts. */
export class PageExpired extends AppError {
  constructor() {
    super(419)
  }
}

/** Signed in, but the person has not shown recently that it is still them. */
export class ConfirmationRequired extends AppError {
  constructor() {
    super(423)
  }
}

/** Something we stand on is busy or gone for the moment. */
export class Unavailable extends AppError {
  constructor(details: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(503, { retryAfterSeconds: 5, ...details })
  }
}

const defaultMessages: Record<number, Message> = {
  400: msg('That request could not be understood.'),
  401: msg('Sign in to go on.'),
  403: msg('You may not do that.'),
  404: msg('There is nothing here.'),
  405: msg('That cannot be done here.'),
  410: msg('This is no longer here.'),
  413: msg('That is too large to send.'),
  414: msg('That address is too long.'),
  415: msg('That kind of content cannot be read here.'),
  419: msg('This page had been open for a long time. Try that again.'),
  421: msg('This address is not served here.'),
  422: msg('Some of what you entered needs another look.'),
  423: msg('Confirm that it is you first.'),
  500: msg('Something went wrong on our side.'),
  503: msg('This is taking a short break. Try again in a moment.'),
}
