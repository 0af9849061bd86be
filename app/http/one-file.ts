import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { BadRequest } from '#app/platform/errors.ts'

interface Upload {
  /** Null when none was chosen. */
  file: Buffer | null
  /** The text beside it, each at most 100 characters. */
  fields: Record<string, string>
}

/** What surrounds the file: boundaries, headers and the few fields beside it. */
const mostAround = 16 * 1024
const patienceMs = 2000

/**
 * Lets the routes of one scope receive a form with one file. Nothing else of the product reads such bodies.
 *
 * @param mostBytes  of the file; what is larger is refused with `tooLarge`, and mostly before it is read
 */
export async function acceptOneFile(
  app: App,
  { field, mostBytes, tooLarge }: { field: string; mostBytes: number; tooLarge: () => Error },
): Promise<(request: FastifyRequest) => Promise<Upload>> {
  await app.register(multipart, {
    limits: {
      fieldNameSize: 40,
      fieldSize: 100,
      fields: 8,
      fileSize: mostBytes,
      files: 1,
      headerPairs: 20,
      parts: 9,
    },
  })

  return async function oneFile(request) {
    if (!request.isMultipart()) return { file: null, fields: {} }
    // Without a length nobody could say where it ends; browsers always tell it.
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (!(length >= 0)) throw new BadRequest()
    if (length > mostBytes + mostAround) throw tooLarge()

    try {
      return await Promise.race([readParts(request, field), stalled(request)])
    } catch (error) {
      throw refusalOf(error, tooLarge)
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
async function stalled({ raw }: FastifyRequest): Promise<never> {
  if (!raw.readableEnded) await once(raw, 'end')
  await setTimeout(patienceMs, undefined, { ref: false })
  throw new BadRequest()
}

/** Whatever the parser dislikes is the sender's mistake. */
function refusalOf(error: unknown, tooLarge: () => Error): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (error instanceof BadRequest) return error
  return new BadRequest()
}
