import { createHash } from 'node:crypto'

import { limitBody } from '#app/platform/lib/limit-body.ts'
import type { Log } from '#app/platform/lib/log.ts'

import { pwnedLookupMs, pwnedResponseBytes } from './limits.ts'

const prefixLength = 5

/**
 * Asks a service of the Pwned Passwords protocol. Only the first five digits of the SHA-1 are sent, and the padding hides how
 * long the answer is.
 *
 * @param url  of the service; null asks nobody
 * @returns false, and logs a warning, when the service fails or is slow
 */
export async function isPwned(
  { url, log }: { url: string | null; log: Pick<Log, 'warn'> },
  password: string,
): Promise<boolean> {
  if (url === null) return false
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const lines = await fetchRange(url, hash.slice(0, prefixLength))
    const suffix = `${hash.slice(prefixLength)}:`
    // Lines of padding have the count 0.
    return lines.some((line) => line.startsWith(suffix) && Number(line.slice(suffix.length)) > 0)
  } catch (err) {
    log.warn({ err }, 'breached password lookup failed: the password was accepted without it')
    return false
  }
}

async function fetchRange(url: string, prefix: string): Promise<string[]> {
  const response = await fetch(`${url.replace(/\/$/, '')}/range/${prefix}`, {
    headers: { 'add-padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(pwnedLookupMs),
  })
  if (!response.ok) throw new Error(`the service responds ${response.status}`)
  const text = await limitBody(response, pwnedResponseBytes).text()
  return text.toUpperCase().split(/\r?\n/)
}
