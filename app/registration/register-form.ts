import { z } from 'zod'

import {
  disagreement,
  newEmail,
  newPassword,
  passwordAgain,
  passwordsAgree,
  personName,
  tick,
} from '#app/platform/form-fields.ts'

/** @param minLength  of the password, in code points */
export const registerForm = (minLength: number) =>
  z
    .object({
      name: personName,
      email: newEmail,
      password: newPassword(minLength),
      password_confirmation: passwordAgain,
      /** Of the documents that were on offer when the box was ticked. */
      terms_version: z.string('Read the terms again.').optional(),
      terms: tick.refine((isTicked) => isTicked, 'Agree to the terms to create an account.'),
    })
    .refine(passwordsAgree, disagreement)

export type Register = z.output<ReturnType<typeof registerForm>>
