/** On macOS, Control and K deletes text. */
export function shortcutModifier(platform: string): 'metaKey' | 'ctrlKey' {
  return /^(Mac|iP)/.test(platform) ? 'metaKey' : 'ctrlKey'
}
