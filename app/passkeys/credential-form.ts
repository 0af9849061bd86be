import { z } from 'zod'

import { nameField, tick } from '#app/platform/form-fields.ts'
import { tidyName } from '#app/platform/text-rules.ts'

/** What a browser may send for one ceremony, in bytes; the largest honest answers have a few thousand. */
export const largestCredential = 64 * 1024

const unreadable = 'Your browser sent a passkey that cannot be read. Try again.'

const base64url = z.string().regex(/^[\w-]{1,60000}$/)
const credentialId = z.string().regex(/^[\w-]{1,1400}$/)

const shell = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
}

const Assertion = z.object({
  ...shell,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().max(100).nullish(),
  }),
})

const Attestation = z.object({
  ...shell,
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

/** Whatever is wrong inside is wrong with the credential: nobody typed any part of it. */
function credential<Shape extends z.ZodType>(shape: Shape) {
  return z.unknown().transform((sent, context): z.output<Shape> => {
    const { data, success } = shape.safeParse(sent)
    if (success) return data
    context.addIssue({ code: 'custom', message: unreadable })
    return z.NEVER
  })
}

const passkeyName = nameField('Enter a name.')

/** A name left empty is chosen for the person. */
const nameOrNothing = z
  .string()
  .nullish()
  .transform((typed) => tidyName(typed ?? '') || null)
  .pipe(passkeyName.nullable())

export const SignInForm = z.object({ credential: credential(Assertion), remember: tick })
export const ConfirmForm = z.object({ credential: credential(Assertion) })
export const RegistrationForm = z.object({
  credential: credential(Attestation),
  name: nameOrNothing,
})
export const RenameForm = z.object({ name: passkeyName })
