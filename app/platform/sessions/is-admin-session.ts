import type { CurrentSession } from './sessions.ts'

/** Whether a session is young enough for the admin area, however active. @param maxMs  `adminSessionMs` of the settings */
export function isAdminSession(
  { started_at }: Pick<CurrentSession, 'started_at'>,
  now: number,
  maxMs: number,
): boolean {
  return now - started_at < maxMs
}
