import { z } from 'zod'

import { nameField, checkbox } from '#app/platform/validation/form-fields.ts'
import { normalizeName } from '#app/platform/validation/name-rules.ts'

const unreadableMessage = "Your browser sent a passkey that can't be read. Try again."

const base64url = z.string().regex(/^[\w-]{1,60000}$/)
const credentialId = z.string().regex(/^[\w-]{1,1400}$/)

const credentialBase = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
}

const Assertion = z.object({
  ...credentialBase,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().max(100).nullish(),
  }),
})

const Attestation = z.object({
  ...credentialBase,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(8)
      .catch([]),
  }),
})

export type Assertion = z.output<typeof Assertion>
export type Attestation = z.output<typeof Attestation>

/** Reports any nested error on the credential itself, since the user typed no part of it. */
function credentialField<Schema extends z.ZodType>(schema: Schema) {
  return z.unknown().transform((input, context): z.output<Schema> => {
    const { data, success } = schema.safeParse(input)
    if (success) return data
    context.addIssue({ code: 'custom', message: unreadableMessage })
    return z.NEVER
  })
}

const nameSchema = nameField('Enter a name.')

/** An empty name becomes null, which means a default name. */
const optionalName = z
  .string()
  .nullish()
  .transform((input) => normalizeName(input ?? '') || null)
  .pipe(nameSchema.nullable())

const registrationKind = {
  /** A security key, which signs in after the password only. */
  second_factor_only: checkbox,
  /** Created by the password manager, without a prompt. */
  automatic: checkbox,
}

export const PasskeyRegistrationQuery = z.object(registrationKind)
export const PasskeySignInForm = z.object({
  credential: credentialField(Assertion),
  remember: checkbox,
})
export const PasskeyAssertionForm = z.object({ credential: credentialField(Assertion) })
export const PasskeyRegistrationForm = z.object({
  credential: credentialField(Attestation),
  name: optionalName,
  ...registrationKind,
})
export const PasskeyRenameForm = z.object({ name: nameSchema })
