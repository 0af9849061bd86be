import { z } from 'zod'

import type { EmailDomainRules } from '#app/platform/validation/email-domains.ts'
import {
  challengeAnswers,
  chosenEmail,
  honeypot,
  passwordMismatch,
  newPassword,
  passwordConfirmation,
  passwordsAgree,
  personName,
  checkbox,
} from '#app/platform/validation/form-fields.ts'

interface FormRules extends EmailDomainRules {
  passwordMinLength: number
}

/** @param minLength  of the password, in code points */
const fields = (minLength: number) =>
  z.object({
    name: personName,
    password: newPassword(minLength),
    password_confirmation: passwordConfirmation,
    subject: honeypot,
    /** The version displayed when the box was checked. */
    terms_version: z.string('Read the terms again.').optional(),
    terms: checkbox.refine((isChecked) => isChecked, 'Agree to the terms to create an account.'),
  })

export const registerForm = ({ passwordMinLength, ...rules }: FormRules) =>
  fields(passwordMinLength)
    .extend({ email: chosenEmail(rules), ...challengeAnswers })
    .refine(passwordsAgree, passwordMismatch)

/** The passkey is created when the mailed link is opened. */
export const passkeyRegisterForm = (rules: EmailDomainRules) =>
  fields(0)
    .omit({ password: true, password_confirmation: true })
    .extend({ email: chosenEmail(rules), ...challengeAnswers })

/** The mailed link proves the address. */
export const invitationForm = (minLength: number) =>
  fields(minLength).refine(passwordsAgree, passwordMismatch)

export const invitationPasskeyForm = fields(0).omit({
  password: true,
  password_confirmation: true,
})

export type RegisterInput = z.output<ReturnType<typeof passkeyRegisterForm>> & {
  /** Null for an account with a passkey instead. */
  password: string | null
}
