import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import { BadRequest } from '#app/platform/errors.ts'

import type { App } from './app.ts'

interface Upload {
  /** Null when none was chosen. */
  file: Buffer | null
  /** The text beside it, each at most 100 characters. */
  fields: Record<string, string>
}

/** What surrounds the file: boundaries, headers and the few fields beside it. */
const formOverheadBytes = 16 * 1024
const parseTimeoutMs = 2000

/**
 * Lets the routes of one scope receive a form with one file. Nothing else of the product reads such bodies.
 *
 * @param mostBytes  of the file; what is larger is refused with `tooLarge`, and mostly before it is read
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
    // Without a length nobody could say where it ends; browsers always tell it.
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (!(length >= 0)) throw new BadRequest()
    if (length > maxBytes + formOverheadBytes) throw tooLarge()

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

/** A part whose end comes before its beginning keeps the parser waiting for ever. All has come; it is not worth more. */
async function parseTimeout({ raw }: FastifyRequest): Promise<never> {
  if (!raw.readableEnded) await once(raw, 'end')
  await setTimeout(parseTimeoutMs, undefined, { ref: false })
  throw new BadRequest()
}

/** Whatever the parser dislikes is the sender's mistake. */
function toUploadError(error: unknown, tooLarge: () => Error): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (error instanceof BadRequest) return error
  return new BadRequest()
}
