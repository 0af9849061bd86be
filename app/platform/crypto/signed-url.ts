import { Gone } from '#app/platform/errors.ts'

import type { Keyring } from './keyring.ts'

/** A link is valid with exactly these values. */
export interface SignedUrlBinding {
  /** Such as `invoice`: a link for one purpose is not valid for another. */
  purpose: string
  /** The account that the link belongs to; null if it belongs to none. */
  userId: string | null
}

/** `request.context()` satisfies it. */
interface Context {
  keys: Keyring
  /** Unix milliseconds. */
  now: number
}

/**
 * Makes a link that works without signing in, until it expires: docs/expiring-links.md.
 *
 * @param path  from `route()`; it may have a query
 * @returns the path with `expires`, in Unix milliseconds, and `signature`
 */
export function signedUrl(
  { keys, now }: Context,
  path: string,
  { expiresInMs, ...binding }: SignedUrlBinding & { expiresInMs: number },
): string {
  // As a browser sends it, or the signature would not match.
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  const address = `${pathname}${search}${search ? '&' : '?'}expires=${now + expiresInMs}`
  return `${address}&signature=${keys.sign(keyPurpose, signedText(address, binding))}${hash}`
}

/**
 * Checks the link that was opened. Changes nothing: the link works until it expires.
 *
 * @param url  `request.url`
 * @throws Gone when the link was altered, has expired, or is bound to something else
 */
export function verifySignedUrl(
  { keys, now }: Context,
  url: string,
  binding: SignedUrlBinding,
): void {
  const [, address = '', expires, signature = ''] = urlPattern.exec(url) ?? []
  const isGenuine = keys.verify(keyPurpose, signedText(address, binding), signature)
  if (!isGenuine || Number(expires) <= now) throw new Gone()
}

const keyPurpose = 'signed-url'
const urlPattern = /^(\/.*[?&]expires=(\d{1,15}))&signature=([\w-]{43})$/

function signedText(address: string, { purpose, userId }: SignedUrlBinding): string {
  return JSON.stringify([purpose, userId, address])
}
