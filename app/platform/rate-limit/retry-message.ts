import { msg, type Message } from '@foyer/i18n'

/** Says how long to wait, in a unit that people count in. */
export function tooManyAttemptsMessage(seconds: number): Message {
  if (seconds <= 90) {
    return msg.n(
      seconds,
      'Too many tries. Try again in one second.',
      'Too many tries. Try again in {count} seconds.',
    )
  }
  return seconds <= 90 * 60
    ? msg.n(
        Math.ceil(seconds / 60),
        'Too many tries. Try again in one minute.',
        'Too many tries. Try again in {count} minutes.',
      )
    : msg.n(
        Math.ceil(seconds / 3600),
        'Too many tries. Try again in one hour.',
        'Too many tries. Try again in {count} hours.',
      )
}
