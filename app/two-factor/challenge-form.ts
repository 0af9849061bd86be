import { z } from 'zod'

import { PasskeyAssertionForm } from '#app/passkeys/passkeys.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { checkbox, codeInput } from '#app/platform/validation/form-fields.ts'

const deviceTrust = {
  /** This device skips the second factor for a while. */
  trust_device: checkbox,
}

export const ConfirmEnrollmentForm = z.object({ code: codeInput })
export const ChallengeForm = z.object({
  code: codeInput.nullish(),
  recovery_code: codeInput.nullish(),
  ...deviceTrust,
})
export const PasskeyChallengeForm = PasskeyAssertionForm.extend(deviceTrust)

export type ChallengeAnswer = { code: string } | { recovery_code: string }

/** @throws ValidationError when both fields are empty */
export function parseAnswer({
  code: appCode,
  recovery_code,
}: z.output<typeof ChallengeForm>): ChallengeAnswer {
  if (appCode) return { code: appCode }
  if (recovery_code) return { recovery_code }
  throw new ValidationError(
    recovery_code === undefined || recovery_code === null
      ? { code: 'Enter the code from your app.' }
      : { recovery_code: 'Enter one of your recovery codes.' },
  )
}
