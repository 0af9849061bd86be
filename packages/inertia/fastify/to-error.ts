/** Anything may be thrown; Fastify answers only Errors as such. */
export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('Not an Error was thrown.', { cause: error })
}
