/** Command on macOS, where Control and K deletes text; Control elsewhere. */
export function shortcutModifier(platform: string): 'metaKey' | 'ctrlKey' {
  return /^(Mac|iP)/.test(platform) ? 'metaKey' : 'ctrlKey'
}
