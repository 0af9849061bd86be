import { say, type Sentence } from '@foyer/sentences'

import { tooManyTries } from './too-many-tries.ts'

/** The closed list of what is refused, each with its HTTP status and a sentence for a person. All else is a failure of ours. */
export class Refusal extends Error {
  readonly status: number
  /** What Fastify and its plugins call it; they may write to it. */
  statusCode: number
  readonly sentence: Sentence
  readonly retryAfterSeconds: number | null

  constructor(status: number, { sentence, retryAfterSeconds, cause }: Details = {}) {
    const said = sentence ?? sentences[status] ?? say('That did not work.')
    super(typeof said === 'string' ? said : said.text, { cause })
    this.name = new.target.name
    this.status = status
    this.statusCode = status
    this.sentence = said
    this.retryAfterSeconds = retryAfterSeconds ?? null
  }
}

interface Details {
  sentence?: Sentence
  retryAfterSeconds?: number
  /** For the log, never for the person. */
  cause?: unknown
}

/** What was typed cannot be used: a sentence for each field, under its snake_case name. */
export class Invalid extends Refusal {
  readonly fields: Record<string, Sentence>

  constructor(fields: Record<string, Sentence>) {
    super(422)
    this.fields = fields
  }
}

/** The person has proved who they are, and the operator lets nobody into the account. Strangers never get this far. */
export class Locked extends Invalid {
  constructor() {
    super({
      email: say(
        'This account is locked. The people who run this site can tell you why and open it.',
      ),
    })
  }
}

/** With a field, the form it came from shows the sentence there. */
export class TooMany extends Refusal {
  readonly field: string | null

  constructor({ field, ...details }: TooManyDetails) {
    super(429, { sentence: tooManyTries(details.retryAfterSeconds), ...details })
    this.field = field ?? null
  }
}

interface TooManyDetails extends Details {
  field?: string
  retryAfterSeconds: number
}

/** The request itself is malformed or not for us. */
export class BadRequest extends Refusal {
  constructor(status: 400 | 405 | 413 | 414 | 415 | 421 = 400) {
    super(status)
  }
}

export class NotSignedIn extends Refusal {
  constructor() {
    super(401)
  }
}

/** No API token, or none that works: it was mistyped, revoked, or has expired. One sentence for all of it. */
export class TokenRefused extends Refusal {
  constructor() {
    super(401, { sentence: say('Send an API token that is valid.') })
  }
}

/** The token works, but not for this. */
export class NotPermitted extends Refusal {
  constructor(permission: string) {
    super(403, { sentence: say('This token lacks the permission "{permission}".', { permission }) })
  }
}

/** The token works, but nobody may use the account: it is locked, or about to be deleted. */
export class AccountShut extends Refusal {
  constructor() {
    super(403, { sentence: say('This account cannot be used at present.') })
  }
}

/** The token works, but not from where it is used. */
export class NotAllowedHere extends Refusal {
  constructor() {
    super(403, { sentence: say('This token may not be used from your network address.') })
  }
}

export class Forbidden extends Refusal {
  constructor() {
    super(403)
  }
}

/** Signed in, but the address is not proved yet. */
export class NotVerified extends Refusal {
  constructor() {
    super(403, { sentence: say('Confirm your e-mail address first.') })
  }
}

/** The account is in its last days; until it comes back there is only the page that says so. */
export class AccountIsLeaving extends Refusal {
  constructor() {
    super(403, { sentence: say('This account is about to be deleted. Sign in to keep it.') })
  }
}

/** Signed in, but the terms or the policy are not the ones the person agreed to. */
export class TermsHaveChanged extends Refusal {
  constructor() {
    super(403, { sentence: say('Our terms have changed. Sign in to read them and agree.') })
  }
}

/** Signed in, but with a password alone, and the operator demands a second factor of everyone. */
export class SecondFactorDemanded extends Refusal {
  constructor() {
    super(403, { sentence: say('This place asks everyone for a second factor. Set one up first.') })
  }
}

export class NotFound extends Refusal {
  constructor() {
    super(404)
  }
}

export class Gone extends Refusal {
  constructor() {
    super(410)
  }
}

/** The form was open longer than its forgery protection lasts. */
export class Expired extends Refusal {
  constructor() {
    super(419)
  }
}

/** Signed in, but the person has not shown recently that it is still them. */
export class NotConfirmed extends Refusal {
  constructor() {
    super(423)
  }
}

/** Something we stand on is busy or gone for the moment. */
export class Unavailable extends Refusal {
  constructor(details: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(503, { retryAfterSeconds: 5, ...details })
  }
}

const sentences: Record<number, Sentence> = {
  400: say('That request could not be understood.'),
  401: say('Sign in to go on.'),
  403: say('You may not do that.'),
  404: say('There is nothing here.'),
  405: say('That cannot be done here.'),
  410: say('This is no longer here.'),
  413: say('That is too large to send.'),
  414: say('That address is too long.'),
  415: say('That kind of content cannot be read here.'),
  419: say('This page had been open for a long time. Try that again.'),
  421: say('This address is not served here.'),
  422: say('Some of what you entered needs another look.'),
  423: say('Confirm that it is you first.'),
  500: say('Something went wrong on our side.'),
  503: say('This is taking a short break. Try again in a moment.'),
}
