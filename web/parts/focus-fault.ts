/**
 * After a refusal: the first field with a fault. Where that one is filled in and the password was emptied, it is the
 * password that is typed next, and whoever listens hears the fault there.
 */
export function focusFault(form: HTMLFormElement | null): void {
  const faulty = form?.querySelector<HTMLInputElement>('[aria-invalid]')
  const password = form?.querySelector<HTMLInputElement>('[autocomplete=current-password]')
  const isTypedNext = faulty?.value && password && !password.value
  if (isTypedNext) password.setAttribute('aria-describedby', `${faulty.id}-note`)
  const next = isTypedNext ? password : faulty
  next?.focus()
}
