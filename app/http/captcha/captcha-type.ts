import type { ChallengeForPage } from '#app/pages.ts'

/** Tells browsers with a person from programs, before a form of guests has an effect. */
export interface Captcha {
  forPage: ChallengeForPage
  field: AnswerField
  /** @returns `unknown` when the service does not say */
  verify(answer: string, client: { ip: string; now: number }): Promise<Verdict>
}

/** The field that the widget adds to the form. */
export type AnswerField = 'altcha' | 'cf-turnstile-response' | 'h-captcha-response'

export type Verdict = 'passed' | 'failed' | 'unknown'
