export interface Finding {
  about: string
  status: 'fine' | 'warning' | 'problem'
  says: string
}

export function ok(about: string, says: string): Finding {
  return { about, status: 'fine', says }
}

export function warning(about: string, says: string): Finding {
  return { about, status: 'warning', says }
}

export function problem(about: string, says: string): Finding {
  return { about, status: 'problem', says }
}

/** The first line of the message of the error, or of its cause. */
export function errorText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (cause instanceof Error ? cause.message || cause.name : String(cause)).split('\n')[0] ?? ''
}
