import { passwordProblem, type PasswordPolicy } from '#app/platform/auth/password-rules.ts'
import { ValidationError } from '#app/platform/errors.ts'

/** What every new password here must keep to; the same as at registration. */
export type PasswordRules = Pick<PasswordPolicy, 'minLength' | 'appName' | 'breachedPasswords'>

/** @throws Invalid when anyone would guess the password */
export async function requireStrongPassword(
  password: string,
  setting: PasswordPolicy,
): Promise<void> {
  const problem = await passwordProblem(password, setting)
  if (problem) throw new ValidationError({ password: problem })
}
