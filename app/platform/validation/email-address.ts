import { domainToASCII } from 'node:url'

import { hasForbiddenCharacters } from './name-rules.ts'

export const maxBytes = 254
export const maxLocalBytes = 64
/** UTF-16 units. Longer input is never normalized, which takes quadratic time. */
const maxInputLength = 2 * maxBytes

export interface EmailAddress {
  /** For sending mail: the input in compatibility form (NFKC), trimmed. */
  email: string
  key: string
}

/** Null when the input is not a deliverable address. Takes constant time for long input. */
export function parseEmail(input: string): EmailAddress | null {
  if (input.length > maxInputLength || hasForbiddenCharacters(input)) return null
  const email = input.normalize('NFKC').trim().replace(/\.$/, '')
  const [local = '', host = '', ...more] = email.split('@')
  const ascii = toAsciiHost(host)
  const key = joinKey(local, host)
  // Compares the keys, because a host parsed only in part would belong to someone else.
  const isAddress =
    more.length === 0 &&
    isLocalPart(local) &&
    isHostName(ascii) &&
    emailKey(`${local}@${ascii}`) === key &&
    Buffer.byteLength(key) <= maxBytes &&
    Buffer.byteLength(email) <= maxBytes
  return isAddress ? { email, key } : null
}

/**
 * The unique key of an email address, independent of the database's collation: compatibility form (NFKC), lower case, host in
 * ASCII (IDNA) without a trailing dot. Accepts any input, so that rate limits count variants of one address together.
 */
export function emailKey(address: string): string {
  // PostgreSQL rejects text that contains NUL.
  const plain = address.slice(0, maxInputLength).replaceAll('\0', '').normalize('NFKC').trim()
  const at = plain.lastIndexOf('@')
  return at < 0 ? foldCase(plain) : joinKey(plain.slice(0, at), plain.slice(at + 1))
}

function joinKey(local: string, host: string): string {
  const bare = host.replace(/\.$/, '')
  return `${foldCase(local)}@${toAsciiHost(bare) || foldCase(bare)}`
}

/** Empty for an invalid host. `domainToASCII` alone would, like URL, stop at a slash and decode percent signs. */
function toAsciiHost(host: string): string {
  const isPlain = !/[^a-z0-9.-]/i.test(host.replace(/[^\0-\x7f]/g, ''))
  return isPlain ? domainToASCII(host) : ''
}

/** Normalizes again, because lower-casing can undo NFKC, and folds the final sigma. */
function foldCase(text: string): string {
  return text.toLowerCase().normalize('NFKC').replaceAll('ς', 'σ')
}

/** A dot-atom: no quotes, no space, no dot at an end or next to another. */
function isLocalPart(local: string): boolean {
  return (
    Buffer.byteLength(local) <= maxLocalBytes &&
    /^[^\s"(),:;<>@[\\\]]+$/u.test(local) &&
    local.split('.').every((part) => part !== '')
  )
}

function isHostName(host: string): boolean {
  const labels = host.split('.')
  return (
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}
