import type { AccountEvents } from '#app/events.ts'
import type { AccountState } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { each } from './each.ts'
import { isSame, type Suspects } from './suspects.ts'

/** What sessions did that can be taken back, as far as it is still there. `made` counts also what is gone by now. */
export interface LeftBehind {
  sessions: string[]
  tokens: { made: number; alive: string[] }
  passkeys: { made: number; alive: string[] }
  secondFactor: { made: boolean; isOn: boolean }
  /**
   * The address before, when they asked for another one; whether that one is the account's, or about to be; and whether a
   * mail is under way that brings the old one back.
   */
  address: { before: string; isMoved: boolean; isPending: boolean; isOnItsWay: boolean } | null
  /** Whether the password they knew, or chose, is still the one. */
  knowPassword: boolean
}

const types = [
  'token.created',
  'token.changed',
  'token.rotated',
  'passkey.added',
  'two-factor.enabled',
  'address-change.asked',
]
const mostLookedAt = 100

export async function leftBehind(
  db: Db,
  { userId, event, now }: { userId: string; event: { at: number }; now: AccountState },
  { sessions, from }: Suspects,
): Promise<LeftBehind> {
  const done = await doneBy(db, userId, sessions)
  const password = await lastPassword(db, userId)
  const all = (type: string, key: string): string[] => [
    ...new Set(done.flatMap((it) => (it.type.startsWith(type) ? String(it.data[key]) : []))),
  ]
  const tokens = all('token.', 'token')
  const passkeys = all('passkey.added', 'passkey')
  const asked = done.find(({ type }) => type === 'address-change.asked')
  const enabled = done.find(({ type }) => type === 'two-factor.enabled')
  const isTheirs =
    password !== undefined &&
    (sessions.includes(password.session_id ?? '') ||
      (password.session_id === null && isSame(password, from)))

  return {
    sessions: sessions.filter((id) => id in now.sessions),
    tokens: { made: tokens.length, alive: tokens.filter((id) => id in now.tokens) },
    passkeys: { made: passkeys.length, alive: passkeys.filter((id) => id in now.passkeys) },
    secondFactor: {
      made: enabled !== undefined,
      isOn: enabled !== undefined && Date.parse(now.twoFactorSince ?? '') >= enabled.at,
    },
    address: asked ? addressOf(asked.data, now) : null,
    knowPassword:
      now.passwordSince !== null && (isTheirs || Date.parse(now.passwordSince) <= event.at),
  }
}

function addressOf(
  { from, to }: Record<string, unknown>,
  now: AccountState,
): NonNullable<LeftBehind['address']> {
  return {
    before: String(from),
    isMoved: now.email === to,
    isPending: now.pendingEmail?.email === to,
    isOnItsWay: now.pendingEmail?.email === from,
  }
}

/** The newest first. */
async function doneBy(db: Db, userId: string, sessions: string[]) {
  if (sessions.length === 0) return []
  const newest = db
    .selectFrom('events')
    .select(['seq', 'type', 'data', 'at'])
    .where('user_id', '=', userId)
    .where('type', 'in', types)
    .orderBy('seq', 'desc')
    .limit(mostLookedAt)
  const rows = await each(
    db,
    sessions.map((session) => newest.where('session_id', '=', session)),
  )
    .orderBy('seq', 'desc')
    .execute()
  return rows.map(({ data, ...row }): Done => ({ ...row, data: JSON.parse(data) }))
}

interface Done {
  type: string
  at: number
  data: Record<string, unknown>
}

const choices: (keyof AccountEvents)[] = ['password.changed', 'password.reset']

/** Who chose the password that the account has now. */
function lastPassword(db: Db, userId: string) {
  const newest = db
    .selectFrom('events')
    .select(['seq', 'session_id', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(1)
  return each(
    db,
    choices.map((type) => newest.where('type', '=', type)),
  )
    .orderBy('seq', 'desc')
    .executeTakeFirst()
}
