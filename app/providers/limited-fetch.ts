import { limitBody } from '#app/platform/lib/limit-body.ts'

import { maxResponseBytes } from './limits.ts'

/** Sends a request to a provider, and limits the response, which must not fill the memory. */
export async function limitedFetch(
  url: string,
  // The bodies of openid-client are forms; its type allows more.
  options: Omit<RequestInit, 'body'> & { body?: unknown },
): Promise<Response> {
  return limitBody(await fetch(url, options as RequestInit), maxResponseBytes)
}
