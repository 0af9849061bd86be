import { z } from 'zod'

import { parseEmail } from '#app/platform/email-address.ts'
import { isTooLong } from '#app/platform/password-hash.ts'
import { lengthProblem } from '#app/platform/password-rules.ts'
import { nameProblem, tidyName } from '#app/platform/text-rules.ts'

/** A new address: proved to look like one, in the form mail is sent to. */
export const newEmail = z.string('Enter your e-mail address.').transform((typed, context) => {
  const parsed = parseEmail(typed)
  if (parsed) return parsed.email
  const message =
    typed.trim() === ''
      ? 'Enter your e-mail address.'
      : 'That does not look like an e-mail address. Check it for typing errors.'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** An address typed to find an account. Any text will do: what it is not, it will not find. */
export const anyEmail = z
  .string('Enter your e-mail address.')
  .min(1, 'Enter your e-mail address.')
  .max(320, 'That address is too long.')

/** @param missing  said when there is none */
export const nameField = (missing: string) =>
  z.string(missing).transform((typed, context) => {
    const name = tidyName(typed)
    const problem = nameProblem(name)
    if (problem === null) return name
    const said = name === '' ? { message: missing } : { message: '', params: { sentence: problem } }
    context.addIssue({ code: 'custom', ...said })
    return z.NEVER
  })

export const personName = nameField('Enter your name.')

export const password = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .refine((typed) => !isTooLong(typed), 'That password is too long.')

/** One that is being chosen, at least so many code points long; how good it is, `passwordProblem` says. */
export const newPassword = (minLength: number) =>
  z
    .string('Choose a password.')
    .min(1, 'Choose a password.')
    .refine((typed) => !isTooLong(typed), 'Use a shorter password.')
    .superRefine((typed, context) => {
      const problem = lengthProblem(typed, minLength)
      if (problem === null) return
      context.addIssue({ code: 'custom', message: 'password', params: { sentence: problem } })
    })

/** A form that can show the password need not ask twice; where it is sent, it must agree. */
export const passwordAgain = z.string('Type the password again.').optional()

/** `.refine(passwordsAgree, disagreement)`, for a form that holds both. */
export function passwordsAgree(form: {
  password: string
  password_confirmation?: string | undefined
}) {
  return (form.password_confirmation ?? form.password) === form.password
}

export const disagreement = {
  path: ['password'],
  message: 'The two passwords are not the same.',
}

/** A code from the person's app, as typed; what it is worth, the two-factor feature knows. */
export const code = z.string('Enter the code.').max(100, 'That code is too long.')

/** A checkbox, as a page, a form without script, or multipart says it. */
export const tick = z
  .union([z.boolean(), z.enum(['on', 'off', '1', '0', 'true', 'false', ''])])
  .optional()
  .transform((value) => value === true || value === 'on' || value === '1' || value === 'true')
