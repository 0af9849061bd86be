import { say, type Sentence } from '@foyer/sentences'

/** Says how long to wait, in a unit that people count in. */
export function tooManyTries(seconds: number): Sentence {
  if (seconds <= 90) {
    return say.n(
      seconds,
      'Too many tries. Try again in one second.',
      'Too many tries. Try again in {count} seconds.',
    )
  }
  return seconds <= 90 * 60
    ? say.n(
        Math.ceil(seconds / 60),
        'Too many tries. Try again in one minute.',
        'Too many tries. Try again in {count} minutes.',
      )
    : say.n(
        Math.ceil(seconds / 3600),
        'Too many tries. Try again in one hour.',
        'Too many tries. Try again in {count} hours.',
      )
}
