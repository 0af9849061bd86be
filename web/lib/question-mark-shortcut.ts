const key = 'question-mark'

/** A key without a modifier disturbs speech input, so it can be turned off (WCAG 2.1.4). */
export function usesQuestionMarkShortcut(): boolean {
  return localStorage.getItem(key) !== 'off'
}

export function setQuestionMarkShortcut(isOn: boolean): void {
  if (isOn) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
}
