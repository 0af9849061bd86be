import { z } from 'zod'

import { Invalid } from '#app/platform/errors.ts'
import { code } from '#app/platform/form-fields.ts'

export const ConfirmForm = z.object({ code })
export const AnswerForm = z.object({ code: code.nullish(), recovery_code: code.nullish() })

/** What the person answers with: the code their app shows, or one of those they put away. */
export type Answer = { code: string } | { recovery_code: string }

/** @throws Invalid when nothing was entered */
export function answerIn({ code: shown, recovery_code }: z.output<typeof AnswerForm>): Answer {
  if (shown) return { code: shown }
  if (recovery_code) return { recovery_code }
  throw new Invalid(
    recovery_code === undefined || recovery_code === null
      ? { code: 'Enter the code that your app shows.' }
      : { recovery_code: 'Enter one of your recovery codes.' },
  )
}
