/** Returns errors for empty required fields. `data-missing` on a field overrides the message. */
export function missingFields(form: HTMLFormElement, message: string): Record<string, string> {
  const inputs = [...form.elements].filter((it) => it instanceof HTMLInputElement)
  const empty = inputs.filter(({ required, value }) => required && value.trim() === '')
  return Object.fromEntries(empty.map(({ name, dataset }) => [name, dataset['missing'] ?? message]))
}
