import { msg, type Message } from '@foyer/i18n'

export const maxPassword = { codePoints: 1024, bytes: 4096 }

export function isPasswordTooLong(password: string): boolean {
  const { codePoints, bytes } = maxPassword
  return Buffer.byteLength(password) > bytes || [...password].length > codePoints
}

/** @param minLength  `PASSWORD_MIN_LENGTH`, see app/platform/config/config.ts */
export function lengthProblem(password: string, minLength: number): Message | null {
  if ([...password].length >= minLength) return null
  return msg('Use at least {min} characters. A few random words work well.', {
    min: minLength,
  })
}
