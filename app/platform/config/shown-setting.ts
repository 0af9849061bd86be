import type { Setting } from '#app/pages.ts'

const secretNames = /(?:^|_)(?:KEYS?|SECRETS?|PASSWORDS?|TOKENS?|CREDENTIALS?)$/
const notSecret = ['BREACHED_PASSWORDS']

/** @param text  in the environment; null when it is not set */
export function shownSetting(name: string, text: string | null, fallback: unknown): Setting {
  const isSecret = secretNames.test(name) && !notSecret.includes(name)
  const value = isSecret ? null : withoutCredentials(text ?? shownDefault(fallback))
  return { name, value, isSecret, isSet: text !== null }
}

function shownDefault(value: unknown): string | null {
  if (value instanceof URL) return value.href
  if (Array.isArray(value)) return value.join(', ') || null
  if (typeof value === 'object' && value !== null && 'address' in value)
    return String(value.address)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** A URL may contain them before the host, and behind the question mark. */
function withoutCredentials(value: string | null): string | null {
  if (!value?.includes('://')) return value
  if (!URL.canParse(value)) return '…'
  const { protocol, username, password, host, pathname, search, hash } = new URL(value)
  const credentials = username || password ? '…@' : ''
  return `${protocol}//${credentials}${host}${pathname}${search || hash ? '?…' : ''}`
}
