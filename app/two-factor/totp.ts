import { timingSafeEqual } from 'node:crypto'

import { HOTP, Secret, TOTP } from 'otpauth'

/** How many steps a phone's clock may be behind or ahead, and the time a person takes to type. */
const allowedDrift = [1, 0, -1]

/**
 * Checks a time-based one-time code.
 *
 * @param secret  shared key, 20 raw bytes (not Base32)
 * @param code    what the person typed: 6 decimal digits, no spaces
 * @param now     Unix time in milliseconds
 * @returns the time step that matched, for the caller to remember and refuse next time, or null
 * @see RFC 6238 §4.2 (the step), §5.2 (accept one step of delay); RFC 4226 §5.3 (the digits)
 */
export function matchingStep(secret: Uint8Array, code: string, now: number): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const step = TOTP.counter({ timestamp: now })
  // The newest that matches, so that remembering it leaves no older one open. All are compared: time tells nothing.
  const matching = allowedDrift
    .map((offset) => step + offset)
    .filter((candidate) =>
      timingSafeEqual(Buffer.from(codeForStep(secret, candidate)), Buffer.from(code)),
    )
  return matching[0] ?? null
}

/** The code of one time step. @see RFC 4226 §5.3 */
export function codeForStep(secret: Uint8Array, step: number): string {
  return HOTP.generate({ secret: toSecret(secret), counter: Math.max(0, step) })
}

/** Copies the bytes: `otpauth` reads the whole ArrayBuffer, which Node shares between small buffers. */
export function toSecret(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}

/** A code as it was typed or pasted, "123 456" too; null when it is not six digits. */
export function parseCode(input: string): string | null {
  const code = input.replace(/[\s-]/g, '')
  return /^[0-9]{6}$/.test(code) ? code : null
}
