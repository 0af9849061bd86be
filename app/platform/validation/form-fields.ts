import { z } from 'zod'

import { parseEmail } from './email-address.ts'
import { emailDomainProblem, type EmailDomainRules } from './email-domains.ts'
import { nameProblem, normalizeName } from './name-rules.ts'
import { isPasswordTooLong, lengthProblem } from './password-length.ts'

/** A new email address: validated, in the form for sending mail. */
export const newEmail = z.string('Enter your email address.').transform((typed, context) => {
  const parsed = parseEmail(typed)
  if (parsed) return parsed.email
  const message =
    typed.trim() === ''
      ? 'Enter your email address.'
      : "That doesn't look like an email address. Check it for typos."
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** A new email address at a domain that people may choose. */
export const chosenEmail = (rules: EmailDomainRules) =>
  newEmail.superRefine((email, context) => {
    const problem = emailDomainProblem(email, rules)
    if (problem === null) return
    context.addIssue({ code: 'custom', message: 'domain', params: { message: problem } })
  })

/** Hidden on the page. True when it was filled in. */
export const honeypot = z
  .unknown()
  .optional()
  .transform((typed) => (typed ?? '') !== '')

/** The answer to a challenge, in the field that its widget adds to the form. */
export const challengeAnswers = {
  altcha: z.string().max(4000).optional(),
  'cf-turnstile-response': z.string().max(4000).optional(),
  'h-captcha-response': z.string().max(10_000).optional(),
}

/** An email address to look up an account. Any text is accepted: an invalid address finds nothing. */
export const emailInput = z
  .string('Enter your email address.')
  .min(1, 'Enter your email address.')
  .max(320, 'That address is too long.')

/** @param missingMessage  shown when the name is empty */
export const nameField = (missingMessage: string) =>
  z.string(missingMessage).transform((typed, context) => {
    const name = normalizeName(typed)
    const problem = nameProblem(name)
    if (problem === null) return name
    const issue =
      name === '' ? { message: missingMessage } : { message: '', params: { message: problem } }
    context.addIssue({ code: 'custom', ...issue })
    return z.NEVER
  })

export const personName = nameField('Enter your name.')

export const passwordInput = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .refine((typed) => !isPasswordTooLong(typed), 'That password is too long.')

/** A new password with a minimum length in code points; `passwordProblem` checks its strength. */
export const newPassword = (minLength: number) =>
  z
    .string('Choose a password.')
    .min(1, 'Choose a password.')
    .refine((typed) => !isPasswordTooLong(typed), 'Use a shorter password.')
    .superRefine((typed, context) => {
      const problem = lengthProblem(typed, minLength)
      if (problem === null) return
      context.addIssue({ code: 'custom', message: 'password', params: { message: problem } })
    })

/** Optional: forms with a "show password" button have no confirmation field. If sent, it must match. */
export const passwordConfirmation = z.string('Type the password again.').optional()

export function passwordsAgree(form: {
  password: string
  password_confirmation?: string | undefined
}) {
  return (form.password_confirmation ?? form.password) === form.password
}

export const passwordMismatch = {
  path: ['password'],
  message: "The two passwords don't match.",
}

/** A two-factor or recovery code as entered; the two-factor feature verifies it. */
export const codeInput = z.string('Enter the code.').max(100, 'That code is too long.')

/** A checkbox, as sent by JSON, an HTML form or multipart. */
export const checkbox = z
  .union([z.boolean(), z.enum(['on', 'off', '1', '0', 'true', 'false', ''])])
  .optional()
  .transform((value) => value === true || value === 'on' || value === '1' || value === 'true')

/** Turns something on or off. */
export const EnabledForm = z.object({ enabled: checkbox })
