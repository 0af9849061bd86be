import { setTimeout as sleep } from 'node:timers/promises'

import type { BucketConfig } from '#app/platform/config/bucket-settings.ts'
import { Unavailable } from '#app/platform/errors.ts'

import { attempts, firstRetryMs, minBytesPerSecond, responseTimeoutMs } from './limits.ts'

/** A failed bucket request. Pages respond with 503. */
export class BucketError extends Unavailable {
  /** A description for the operator. */
  readonly reason: string
  /** HTTP status; 0 without a response. */
  readonly responseStatus: number
  /** S3 error code, such as `NoSuchKey`. */
  readonly code: string

  constructor(cause: unknown, { status = 0, code = '' } = {}) {
    super({ cause })
    this.reason = describeCause(cause)
    this.responseStatus = status
    this.code = code
  }
}

export interface BucketRequestOptions {
  body?: Blob
  /** Digest of the body in hexadecimal: the bucket rejects a body that was changed on the way. */
  sha256?: string
  query?: Record<string, string>
}

type ReadResponse<T> = (response: Response) => Promise<T>

/**
 * Sends a signed request. Repeats it when the bucket is busy, fails or does not answer: each of them has the same effect
 * when it is sent twice.
 *
 * @param path  of the object, below the prefix; empty for the bucket itself
 * @throws BucketError
 */
export type BucketRequest = <T = void>(
  method: 'GET' | 'PUT' | 'DELETE',
  path: string,
  options?: BucketRequestOptions,
  read?: ReadResponse<T>,
) => Promise<T>

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export async function bucketClient(bucket: BucketConfig): Promise<BucketRequest> {
  const { AwsClient } = await import('aws4fetch')
  const { accessKeyId, secretAccessKey, region, name, prefix, endpoint } = bucket
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  async function attempt<T>(
    method: string,
    path: string,
    { body, sha256 = emptySha256, query = {} }: BucketRequestOptions,
    read: ReadResponse<T>,
  ): Promise<T> {
    const url = new URL(endpoint)
    url.pathname = [url.pathname.replace(/\/$/, ''), name, ...(path ? [prefix + path] : [])].join(
      '/',
    )
    url.search = new URLSearchParams(query).toString()
    const signed = await client.sign(url, {
      method,
      headers: { 'x-amz-content-sha256': sha256 },
      ...(body && { body }),
    })
    const timeout = new AbortController()
    const uploadMs = ((body?.size ?? 0) / minBytesPerSecond) * 1000
    const timer = setTimeout(() => timeout.abort(), responseTimeoutMs + uploadMs)
    try {
      // A redirect would send the file to another address.
      const response = await fetch(signed, { redirect: 'manual', signal: timeout.signal })
      if (response.ok) return await read(response)
      const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? []
      throw new BucketError(`status ${response.status} ${code}`, { status: response.status, code })
    } catch (error) {
      if (error instanceof BucketError) throw error
      throw new BucketError(timeout.signal.aborted ? 'no response in time' : error)
    } finally {
      clearTimeout(timer)
    }
  }

  const discard = async (response: Response) => void (await response.body?.cancel())

  return async function request(method, path, options = {}, read = discard as ReadResponse<never>) {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(method, path, options, read)
      } catch (error) {
        if (tries === attempts || !isTemporary(error)) throw error
        await sleep(firstRetryMs * 4 ** (tries - 1) * (0.5 + Math.random()))
      }
    }
  }
}

function isTemporary(error: unknown): boolean {
  if (!(error instanceof BucketError)) return false
  const { responseStatus: status } = error
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/** `fetch failed` hides why. */
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? cause.cause.message || cause.message : cause.message
}
