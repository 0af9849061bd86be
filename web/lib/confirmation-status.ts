import type { Translator } from '@foyer/i18n'
import { http, HttpResponseError } from '@inertiajs/core'

import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import type { ConfirmationStatus } from '#app/confirmation/pages.ts'
import { route } from '#web/route.ts'

const headers = { Accept: 'application/json' }

/** Returns null if the request fails. */
export async function fetchConfirmationStatus(
  level: ConfirmationLevel,
): Promise<ConfirmationStatus | null> {
  const url = route('password.confirmation', { level })
  try {
    const { data } = await http.getClient().request({ method: 'get', url, headers })
    return JSON.parse(data)
  } catch {
    return null
  }
}

/** Returns null on success, otherwise errors by field; `form` holds errors without a field. */
export async function submitConfirmation(
  t: Translator,
  url: string,
  data: Record<string, unknown>,
): Promise<Record<string, string> | null> {
  try {
    await http.getClient().request({ method: 'post', url, data, headers })
    return null
  } catch (error) {
    if (!(error instanceof HttpResponseError)) {
      return { form: t("We can't reach the server. Nothing you typed is lost.") }
    }
    return (
      fieldErrorsIn(error.response.data) ?? { form: t("That didn't work. Try again in a moment.") }
    )
  }
}

interface ErrorResponse {
  message?: string
  errors?: Record<string, string[]>
}

function fieldErrorsIn(body: string): Record<string, string> | null {
  const { message, errors }: ErrorResponse = body.startsWith('{') ? JSON.parse(body) : {}
  if (!errors) return message ? { form: message } : null
  return Object.fromEntries(Object.entries(errors).map(([field, [first = '']]) => [field, first]))
}
