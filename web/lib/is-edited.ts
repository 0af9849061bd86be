/** Tells whether a field differs from what the server rendered. Our forms are uncontrolled, so their fields know that. */
export function isEdited(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const saved = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return saved >= 0 && field.selectedIndex !== saved
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement)) return false
  // Without a value attribute, the value of a checkbox is "on", which is not its default.
  if (field.type === 'checkbox' || field.type === 'radio')
    return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}
