import { z } from 'zod'

import {
  passwordMismatch,
  newEmail,
  newPassword,
  passwordConfirmation,
  passwordsAgree,
  personName,
  checkbox,
} from '#app/platform/validation/form-fields.ts'

/** @param minLength  of the password, in code points */
export const registerForm = (minLength: number) =>
  z
    .object({
      name: personName,
      email: newEmail,
      password: newPassword(minLength),
      password_confirmation: passwordConfirmation,
      /** The version displayed when the box was checked. */
      terms_version: z.string('Read the terms again.').optional(),
      terms: checkbox.refine((isChecked) => isChecked, 'Agree to the terms to create an account.'),
    })
    .refine(passwordsAgree, passwordMismatch)

export type RegisterInput = z.output<ReturnType<typeof registerForm>>
