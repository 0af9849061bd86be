import type { Translator } from '@foyer/i18n'
import { HttpResponseError } from '@inertiajs/core'

/**
 * @param refused  the message for a prompt that was cancelled, timed out or never opened: browsers do not tell these apart, for
 *   privacy
 * @returns a message for the person; null if another prompt took over
 */
export function passkeyErrorMessage(
  t: Translator,
  error: unknown,
  refused = t("No passkey was used. It was cancelled, timed out or couldn't be found. Try again."),
): string | null {
  if (error instanceof HttpResponseError) return serverErrorMessage(t, error.response.data)
  if (!(error instanceof Error)) return t("That didn't work. Try again in a moment.")
  if ('code' in error && error.code === 'ERR_NETWORK') return t("We can't reach the server.")
  const { name } = error.cause instanceof Error ? error.cause : error
  if (name === 'AbortError') return null
  if (name === 'NotAllowedError') return refused
  if (name === 'InvalidStateError') {
    return t('This device already has a passkey for your account.')
  }
  if (name === 'SecurityError') {
    return t("Passkeys don't work at this address. Open the site at its own address.")
  }
  if (name === 'NotSupportedError' || name === 'ConstraintError') {
    return t("This device can't store a passkey. Set up its screen lock, or use another device.")
  }
  return t("Your device couldn't do that. Try again, or use another device.")
}

interface ErrorResponse {
  message?: string
  errors?: Record<string, string[]>
}

function serverErrorMessage(t: Translator, body: string): string {
  const { message, errors = {} }: ErrorResponse = body.startsWith('{') ? JSON.parse(body) : {}
  const [first] = Object.values(errors).flat()
  return first ?? message ?? t("That didn't work. Try again in a moment.")
}
