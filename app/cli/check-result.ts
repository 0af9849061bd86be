export interface CheckResult {
  subject: string
  status: 'ok' | 'warning' | 'problem'
  message: string
}

export function ok(subject: string, message: string): CheckResult {
  return { subject, status: 'ok', message }
}

export function warning(subject: string, message: string): CheckResult {
  return { subject, status: 'warning', message }
}

export function problem(subject: string, message: string): CheckResult {
  return { subject, status: 'problem', message }
}

/** The first line of the message of the error, or of its cause. */
export function errorText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (cause instanceof Error ? cause.message || cause.name : String(cause)).split('\n')[0] ?? ''
}
