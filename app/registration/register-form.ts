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

export const RegisterForm = z
  .object({
    name: personName,
    email: newEmail,
    password: newPassword,
    password_confirmation: passwordAgain,
    /** Of the documents that were on offer when the box was ticked. */
    terms_version: z.string('Read the terms again.').optional(),
    terms: tick.refine((isTicked) => isTicked, 'Agree to the terms to create an account.'),
  })
  .refine(passwordsAgree, disagreement)

export type Register = z.output<typeof RegisterForm>
