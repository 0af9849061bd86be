import { passwordProblem, type PasswordPolicy } from '#app/platform/auth/password-rules.ts'
import { ValidationError } from '#app/platform/errors.ts'

export type PasswordRules = Omit<PasswordPolicy, 'name' | 'email'>

/** @throws ValidationError for an easily guessed password */
export async function requireStrongPassword(
  password: string,
  policy: PasswordPolicy,
): Promise<void> {
  const problem = await passwordProblem(password, policy)
  if (problem) throw new ValidationError({ password: problem })
}
