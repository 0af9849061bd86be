import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import { BadRequest } from '#app/platform/errors.ts'

import type { App } from './app-type.ts'
import { uploadOverheadBytes, uploadParseTimeoutMs } from './request-limits.ts'

interface Upload {
  /** Null when no file was chosen. */
  file: Buffer | null
  /** The text fields, each at most 100 characters. */
  fields: Record<string, string>
}

/**
 * Enables multipart bodies with a single file, for the routes of this scope only.
 *
 * @param maxBytes  of the file; a larger one is rejected with `tooLarge`, in most cases before it is read
 * @returns reads the upload of a request; throws `BadRequest` for any other form
 */
export async function acceptSingleFile(
  app: App,
  { field, maxBytes, tooLarge }: { field: string; maxBytes: number; tooLarge: () => Error },
): Promise<(request: FastifyRequest) => Promise<Upload>> {
  await app.register(multipart, {
    limits: {
      fieldNameSize: 40,
      fieldSize: 100,
      fields: 8,
      fileSize: maxBytes,
      files: 1,
      headerPairs: 20,
      parts: 9,
    },
  })

  return async function readSingleFile(request) {
    if (!request.isMultipart()) return { file: null, fields: {} }
    // Browsers always send a length. Without one the size cannot be checked up front.
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (!(length >= 0)) throw new BadRequest()
    if (length > maxBytes + uploadOverheadBytes) throw tooLarge()

    try {
      return await Promise.race([readParts(request, field), parseTimeout(request)])
    } catch (error) {
      throw toUploadError(error, tooLarge)
    }
  }
}

async function readParts(request: FastifyRequest, field: string): Promise<Upload> {
  const upload: Upload = { file: null, fields: {} }
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const content = await part.toBuffer()
      if (part.fieldname !== field) throw new BadRequest()
      upload.file = content.length > 0 ? content : null
    } else if (typeof part.value === 'string' && !part.valueTruncated) {
      upload.fields[part.fieldname] = part.value
    } else throw new BadRequest()
  }
  return upload
}

/** Rejects a while after the whole body arrived: a malformed part can keep the parser waiting forever. */
async function parseTimeout({ raw }: FastifyRequest): Promise<never> {
  if (!raw.readableEnded) await once(raw, 'end')
  await setTimeout(uploadParseTimeoutMs, undefined, { ref: false })
  throw new BadRequest()
}

function toUploadError(error: unknown, tooLarge: () => Error): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (error instanceof BadRequest) return error
  return new BadRequest()
}
