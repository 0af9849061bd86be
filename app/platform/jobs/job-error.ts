/** A job failed for a reason that may be shown to the operator: it holds nothing of what the job was about. */
export class JobError extends Error {
  /** Trying again would fail again. */
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

/** What the operator may read. Of an error we did not write only its kind, because its words can quote the payload. */
export function safeReason(error: unknown): string {
  if (error instanceof JobError) return error.message
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code)
    ? `${error.name} ${error.code}`
    : error.name
}
