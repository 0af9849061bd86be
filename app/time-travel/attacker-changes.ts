import type { AccountEvents } from '#app/events.ts'
import type { AccountState } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { parseEventData } from './parse-event-data.ts'
import { type ReportedEvent, isSameClient, type SuspectSessions } from './suspect-sessions.ts'
import { unionQueries } from './union-queries.ts'

/** What sessions did that can be taken back, as far as it is still there. `made` counts also what is gone by now. */
export interface AttackerChanges {
  sessions: string[]
  tokens: { created: number; active: string[] }
  passkeys: { created: number; active: string[] }
  secondFactor: { created: boolean; isEnabled: boolean }
  /**
   * The address before, when they asked for another one; whether that one is the account's, or about to be; and whether a
   * mail is under way that brings the old one back.
   */
  emailChange: {
    originalEmail: string
    isChanged: boolean
    isPending: boolean
    isRevertPending: boolean
  } | null
  /** Whether the password they knew, or chose, is still the one. */
  knowsPassword: boolean
}

const revertibleTypes: (keyof AccountEvents)[] = [
  'token.created',
  'token.changed',
  'token.rotated',
  'passkey.added',
  'two-factor.enabled',
  'address-change.asked',
]

export async function attackerChanges(
  db: Db,
  { userId, event, now }: { userId: string; event: ReportedEvent; now: AccountState },
  { sessions, client, firstSeq: since }: SuspectSessions,
): Promise<AttackerChanges> {
  const events = await eventsBySessions(db, userId, { sessions: new Set(sessions), since })
  const password = await lastPasswordChange(db, userId)
  const idsIn = (type: string, key: string): string[] => [
    ...new Set(events.flatMap((it) => (it.type.startsWith(type) ? String(it.data[key]) : []))),
  ]
  // A token that was used from a place its owner does not know is in other hands, whoever made it.
  const ownToken = event.type.startsWith('token.')
    ? [String(parseEventData(event.data)['token'])]
    : []
  const tokens = [...new Set([...idsIn('token.', 'token'), ...ownToken])]
  const passkeys = idsIn('passkey.added', 'passkey')
  const emailChanges = events
    .filter(({ type }) => type === 'address-change.asked')
    .map(({ data }) => data)
  const enabled = events.find(({ type }) => type === 'two-factor.enabled')
  const isAttackersPassword =
    password !== undefined &&
    (sessions.includes(password.session_id ?? '') ||
      (password.session_id === null && isSameClient(password, client)))

  return {
    sessions: sessions.filter((id) => id in now.sessions),
    tokens: { created: tokens.length, active: tokens.filter((id) => id in now.tokens) },
    passkeys: { created: passkeys.length, active: passkeys.filter((id) => id in now.passkeys) },
    secondFactor: {
      created: enabled !== undefined,
      // One that was set up since is the owner's own.
      isEnabled: enabled !== undefined && Date.parse(now.twoFactorSince ?? '') === enabled.at,
    },
    emailChange: emailChangeState(emailChanges, now),
    knowsPassword:
      now.passwordSince !== null &&
      (isAttackersPassword || Date.parse(now.passwordSince) <= event.at),
  }
}

/** @param requests  the newest first. Whoever moved it twice came from the owner's address only the first time. */
function emailChangeState(
  requests: Record<string, unknown>[],
  now: AccountState,
): AttackerChanges['emailChange'] {
  const first = requests.at(-1)
  if (!first) return null
  const originalEmail = String(first['from'])
  const isAttackersAddress = (email?: string) =>
    email !== originalEmail && requests.some(({ to }) => to === email)
  return {
    originalEmail,
    isChanged: isAttackersAddress(now.email),
    isPending: isAttackersAddress(now.pendingEmail?.email),
    isRevertPending: now.pendingEmail?.email === originalEmail,
  }
}

/** The newest first, and all of it: behind a thousand changes, or a thousand sessions, nobody hides another. */
async function eventsBySessions(
  db: Db,
  userId: string,
  { sessions, since }: { sessions: Set<string>; since: number },
) {
  const query = db
    .selectFrom('events')
    .select(['seq', 'type', 'data', 'at', 'session_id'])
    .where('user_id', '=', userId)
    .where('seq', '>=', since)
  const rows = await unionQueries(
    db,
    revertibleTypes.map((type) => query.where('type', '=', type)),
  )
    .orderBy('seq', 'desc')
    .execute()
  return rows.flatMap(({ data, session_id, ...row }): SessionEvent[] =>
    sessions.has(session_id ?? '') ? [{ ...row, data: parseEventData(data) }] : [],
  )
}

interface SessionEvent {
  type: string
  at: number
  data: Record<string, unknown>
}

const passwordChangeTypes: (keyof AccountEvents)[] = ['password.changed', 'password.reset']

/** Who chose the password that the account has now. */
function lastPasswordChange(db: Db, userId: string) {
  const newest = db
    .selectFrom('events')
    .select(['seq', 'session_id', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(1)
  return unionQueries(
    db,
    passwordChangeTypes.map((type) => newest.where('type', '=', type)),
  )
    .orderBy('seq', 'desc')
    .executeTakeFirst()
}
