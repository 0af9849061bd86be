import { passwordProblem, type PasswordPolicy } from '#app/platform/auth/password-rules.ts'
import { ValidationError } from '#app/platform/errors.ts'

/** Judges the password too when another field is wrong, so that all errors show at once. */
export async function withPasswordProblem(
  error: Error,
  { name, email, password }: { name: string; email: string; password: string },
  policy: PasswordPolicy,
): Promise<Error> {
  if (!(error instanceof ValidationError) || 'password' in error.fields) return error
  const { fields } = error
  const problem = await passwordProblem(password, {
    ...policy,
    ...(!('name' in fields) && { name }),
    ...(!('email' in fields) && { email }),
  })
  return problem ? new ValidationError({ ...fields, password: problem }) : error
}
