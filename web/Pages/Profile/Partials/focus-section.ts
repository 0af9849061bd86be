/** For an action whose button is gone afterwards: without this the focus would fall to the body. */
export function focusSection(id: string): void {
  document.getElementById(id)?.focus({ preventScroll: true })
}
