/** A failure whose message is safe to store and log: it must not quote the job's payload. */
export class JobError extends Error {
  readonly isFinal: boolean

  constructor(
    reason: string,
    { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(reason, { cause })
    this.name = 'JobError'
    this.isFinal = isFinal
  }
}

/** The error text for the operator. For other errors only name and code, because their messages can quote the payload. */
export function safeReason(error: unknown): string {
  if (error instanceof JobError) return error.message
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code)
    ? `${error.name} ${error.code}`
    : error.name
}
