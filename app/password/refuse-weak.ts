import { Invalid } from '#app/platform/errors.ts'
import { passwordProblem, type PasswordSetting } from '#app/platform/password-rules.ts'

/** What every new password here must keep to; the same as at registration. */
export type PasswordRules = Pick<PasswordSetting, 'minLength' | 'appName' | 'breachedPasswords'>

/** @throws Invalid when anyone would guess the password */
export async function refuseWeak(password: string, setting: PasswordSetting): Promise<void> {
  const problem = await passwordProblem(password, setting)
  if (problem) throw new Invalid({ password: problem })
}
