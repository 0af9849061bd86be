import { type Registration, registrationModes } from '#app/pages.ts'

import {
  commaSeparated,
  type EnvReader,
  integerBetween,
  oneOf,
  urlWithScheme,
} from './env-reader.ts'
import { type AppEnv, parseEmailDomain } from './setting-parsers.ts'

export interface SignUpSettings {
  registration: Registration
  /** A sign-up form sent back sooner counts as a program's; 0 is off. */
  signUpMinSeconds: number
  /** In ASCII, lower case; see `EmailDomainRules`. */
  allowedEmailDomains: string[]
  deniedEmailDomains: string[]
  rejectsDisposableEmail: boolean
  /** The captcha on sign-up forms; null shows none. */
  challenge: { kind: 'altcha' } | CaptchaService | null
}

/** A service that verifies the answers of its widget. */
export interface CaptchaService {
  kind: 'turnstile' | 'hcaptcha'
  siteKey: string
  secret: string
  verifyUrl: string
}

export function readSignUpSettings(env: EnvReader, appEnv: AppEnv) {
  return {
    registration: env.read('REGISTRATION', 'open', oneOf(...registrationModes)),
    // On a developer's machine, automated tests sign up faster than people.
    signUpMinSeconds: env.read(
      'SIGN_UP_MIN_SECONDS',
      appEnv === 'local' ? 0 : 2,
      integerBetween(0, 60),
    ),
    allowedEmailDomains: env.read<string[]>('ALLOWED_EMAIL_DOMAINS', [], (text) =>
      commaSeparated(text).map((it) =>
        it.startsWith('*.') ? `*.${parseEmailDomain(it.slice(2))}` : parseEmailDomain(it),
      ),
    ),
    deniedEmailDomains: env.read<string[]>('DENIED_EMAIL_DOMAINS', [], (text) =>
      commaSeparated(text).map(parseEmailDomain),
    ),
    challenge: readChallenge(env),
    rejectsDisposableEmail:
      env.read('DISPOSABLE_EMAIL', 'allow', oneOf('allow', 'reject')) === 'reject',
  }
}

const verifyUrls = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}

function readChallenge(env: EnvReader): { kind: 'altcha' } | CaptchaService | null {
  const kind = env.read<'altcha' | CaptchaService['kind'] | null>(
    'CHALLENGE',
    null,
    oneOf('altcha', 'turnstile', 'hcaptcha'),
  )
  if (kind === null || kind === 'altcha') return kind && { kind }
  const [siteKey, secret] = [env.text('CHALLENGE_SITE_KEY'), env.text('CHALLENGE_SECRET')]
  if (!siteKey || !secret)
    env.problems.push(`CHALLENGE_SITE_KEY and CHALLENGE_SECRET must be set for ${kind}.`)
  const verifyUrl = env.read(
    'CHALLENGE_VERIFY_URL',
    verifyUrls[kind],
    (text) => urlWithScheme('https', 'http')(text).href,
  )
  return { kind, siteKey: siteKey ?? '', secret: secret ?? '', verifyUrl }
}
