/** Wraps thrown values that are not Errors, which Fastify requires. */
export function toError(error: unknown): Error {
  return error instanceof Error
    ? error
    : new Error('A value that is not an Error was thrown.', { cause: error })
}
