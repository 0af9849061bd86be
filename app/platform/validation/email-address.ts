import { domainToASCII } from 'node:url'

import { hasForbiddenCharacters } from './name-rules.ts'

const maxBytes = 254
const maxLocalBytes = 64
/** UTF-16 units that are looked at: no address has more, and composing text takes quadratic time. */
const longestTyped = 2 * maxBytes

export interface EmailAddress {
  /** What mail is sent to: as typed, in compatibility form and without space around it. */
  email: string
  /** The identity: see `emailKey`. */
  key: string
}

/** Null when it cannot be an address that mail reaches. Takes no longer for a long text than for a short one. */
export function parseEmail(input: string): EmailAddress | null {
  if (input.length > longestTyped || hasForbiddenCharacters(input)) return null
  const email = input.normalize('NFKC').trim().replace(/\.$/, '')
  const [local = '', host = '', ...more] = email.split('@')
  const ascii = toAsciiHost(host)
  const key = joinKey(local, host)
  // What is mailed to is what was looked at: a host that was only read in part would belong to someone else.
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
 * Who an address belongs to, the same on every database: compatibility form (NFKC), lower case, host in its ASCII (IDNA)
 * form without a trailing dot. Works on anything typed, so that limits count variants of one address together.
 */
export function emailKey(address: string): string {
  // PostgreSQL cannot even be asked for text with a NUL in it.
  const plain = address.slice(0, longestTyped).replaceAll('\0', '').normalize('NFKC').trim()
  const at = plain.lastIndexOf('@')
  return at < 0 ? foldCase(plain) : joinKey(plain.slice(0, at), plain.slice(at + 1))
}

function joinKey(local: string, host: string): string {
  const bare = host.replace(/\.$/, '')
  return `${foldCase(local)}@${toAsciiHost(bare) || foldCase(bare)}`
}

/** Empty when it is no host. `domainToASCII` reads a host as a URL does: it would stop at a slash and decode a percent sign. */
function toAsciiHost(host: string): string {
  const isPlain = !/[^a-z0-9.-]/i.test(host.replace(/[^\0-\x7f]/g, ''))
  return isPlain ? domainToASCII(host) : ''
}

/** Lower case can bring back what NFKC had replaced; and a final sigma is the same letter. */
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
