import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { BucketConfig } from '#app/platform/config/bucket-settings.ts'

import { bucketClient, BucketError } from './bucket-client.ts'
import { listObjects } from './bucket-listing.ts'
import type { FileStore, StorageProblem } from './file-store.ts'
import { responseTimeoutMs } from './limits.ts'

/** Files as objects of an S3 bucket. */
export async function bucketFileStore(bucket: BucketConfig): Promise<FileStore> {
  const request = await bucketClient(bucket)

  return {
    async write(path, content) {
      const sha256 = createHash('sha256').update(content).digest('hex')
      await request('PUT', path, { body: new Blob([new Uint8Array(content)]), sha256 })
    },
    async moveIn(localFile, path) {
      const hash = createHash('sha256')
      await pipeline(createReadStream(localFile), hash)
      // A blob of the file has a length, which S3 requires, and can be sent again.
      const body = await openAsBlob(localFile)
      await request('PUT', path, { body, sha256: hash.digest('hex') })
      await rm(localFile)
    },
    read: (path) =>
      request('GET', path, {}, async (response) => Buffer.from(await response.arrayBuffer())).catch(
        nullIfNotFound,
      ),
    async open(path) {
      const body = await request('GET', path, {}, async (response) => response.body).catch(
        nullIfNotFound,
      )
      return body && Readable.from(withoutStalls(body))
    },
    remove: async (path) => void (await request('DELETE', path).catch(nullIfNotFound)),
    list: (folder) => listObjects(request, bucket, folder),
    problem: () => request('GET', '', { query: { 'max-keys': '1' } }).then(() => null, describe),
  }

  function describe(error: unknown): StorageProblem {
    const {
      responseStatus: status,
      code,
      reason,
    } = error instanceof BucketError ? error : new BucketError(error)
    if (code === 'NoSuchBucket') {
      return { isPermanent: true, message: `the bucket ${bucket.name} does not exist.` }
    }
    if (status >= 300 && status < 500) {
      const answer = code ? `${code}, status ${status}` : `status ${status}`
      const message = `${bucket.endpoint.host} refuses the bucket ${bucket.name} (${answer}). Check its name, region and keys.`
      return { isPermanent: true, message }
    }
    return { isPermanent: false, message: `${bucket.endpoint.host} does not answer: ${reason}.` }
  }
}

/** A bucket that stops within a file would hold the download for minutes. The time in which the reader is busy does not count. */
async function* withoutStalls(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { promise: stall, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new BucketError('no data in time')), responseTimeoutMs)
      const { done, value } = await Promise.race([reader.read(), stall]).finally(() =>
        clearTimeout(timer),
      )
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function nullIfNotFound(error: unknown): null {
  // A missing bucket is 404 too, but nobody's photo is gone then.
  if (
    error instanceof BucketError &&
    error.responseStatus === 404 &&
    error.code !== 'NoSuchBucket'
  ) {
    return null
  }
  throw error
}
