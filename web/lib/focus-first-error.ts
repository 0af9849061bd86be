/**
 * After a refusal: the first field with a fault. Where that one is filled in and the password was emptied, it is the
 * password that is typed next, and whoever listens hears the fault there.
 */
export function focusFirstError(form: HTMLFormElement | null): void {
  const invalidField = form?.querySelector<HTMLInputElement>('[aria-invalid]')
  const password = form?.querySelector<HTMLInputElement>('[autocomplete=current-password]')
  const shouldFocusPassword = invalidField?.value && password && !password.value
  if (shouldFocusPassword) password.setAttribute('aria-describedby', `${invalidField.id}-note`)
  const fieldToFocus = shouldFocusPassword ? password : invalidField
  fieldToFocus?.focus()
}
