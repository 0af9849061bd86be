/** Sentences for the fields that have to be filled in and are not; a field may bring its own as `data-missing`. */
export function missingFields(form: HTMLFormElement, message: string): Record<string, string> {
  const inputs = [...form.elements].filter((it) => it instanceof HTMLInputElement)
  const empty = inputs.filter(({ required, value }) => required && value.trim() === '')
  return Object.fromEntries(empty.map(({ name, dataset }) => [name, dataset['missing'] ?? message]))
}
