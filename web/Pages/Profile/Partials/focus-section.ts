/** Focuses a section after an action whose button is gone: otherwise the focus would fall to the body. */
export function focusSection(id: string): void {
  document.getElementById(id)?.focus({ preventScroll: true })
}
