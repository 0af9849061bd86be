/**
 * Focuses the first invalid field. If that field has a value and the current password was cleared, focuses the password
 * instead, described by the error, so that screen readers announce it there.
 */
export function focusFirstError(form: HTMLFormElement | null): void {
  const invalidField = form?.querySelector<HTMLInputElement>('[aria-invalid]')
  const password = form?.querySelector<HTMLInputElement>('[autocomplete=current-password]')
  const shouldFocusPassword = invalidField?.value && password && !password.value
  if (shouldFocusPassword) password.setAttribute('aria-describedby', `${invalidField.id}-note`)
  const fieldToFocus = shouldFocusPassword ? password : invalidField
  fieldToFocus?.focus()
}
