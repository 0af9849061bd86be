import { useEffect, useEffectEvent } from 'react'

import { usesQuestionMarkShortcut } from '#web/lib/question-mark-shortcut.ts'
import { shortcutModifier } from '#web/lib/shortcut-modifier.ts'

export type ShortcutDialog = 'palette' | 'shortcuts'

/** Calls `open` for the keys that work on every page of the member area. */
export function useShortcuts(open: (dialog: ShortcutDialog) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const dialog = dialogFor(event)
    if (!dialog || event.defaultPrevented || document.querySelector('dialog[open]')) return
    event.preventDefault()
    open(dialog)
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

const textFields = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select'

function dialogFor(event: KeyboardEvent): ShortcutDialog | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event
  const isModified = event[shortcutModifier(navigator.platform)] && !altKey && !shiftKey
  // A browser's autofill sends events without a key.
  if (/^k$/i.test(key) && isModified) return 'palette'
  const isTyping = target instanceof Element && target.matches(textFields)
  const isQuestionMark = key === '?' && !ctrlKey && !metaKey
  return isQuestionMark && !isTyping && usesQuestionMarkShortcut() ? 'shortcuts' : null
}
