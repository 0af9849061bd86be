import type { AccountEvents } from '#app/events.ts'
import type { AccountState } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { dataIn } from './data-in.ts'
import { each } from './each.ts'
import { type Disowned, isSame, type Suspects } from './suspects.ts'

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

const types: (keyof AccountEvents)[] = [
  'token.created',
  'token.changed',
  'token.rotated',
  'passkey.added',
  'two-factor.enabled',
  'address-change.asked',
]

export async function leftBehind(
  db: Db,
  { userId, event, now }: { userId: string; event: Disowned; now: AccountState },
  { sessions, from, since }: Suspects,
): Promise<LeftBehind> {
  const done = await doneBy(db, userId, { sessions: new Set(sessions), since })
  const password = await lastPassword(db, userId)
  const all = (type: string, key: string): string[] => [
    ...new Set(done.flatMap((it) => (it.type.startsWith(type) ? String(it.data[key]) : []))),
  ]
  // A token that was used from a place its owner does not know is in other hands, whoever made it.
  const own = event.type.startsWith('token.') ? [String(dataIn(event.data)['token'])] : []
  const tokens = [...new Set([...all('token.', 'token'), ...own])]
  const passkeys = all('passkey.added', 'passkey')
  const asked = done.filter(({ type }) => type === 'address-change.asked').map(({ data }) => data)
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
      // One that was set up since is the owner's own.
      isOn: enabled !== undefined && Date.parse(now.twoFactorSince ?? '') === enabled.at,
    },
    address: addressOf(asked, now),
    knowPassword:
      now.passwordSince !== null && (isTheirs || Date.parse(now.passwordSince) <= event.at),
  }
}

/** @param asked  the newest first. Whoever moved it twice came from the owner's address only the first time. */
function addressOf(asked: Record<string, unknown>[], now: AccountState): LeftBehind['address'] {
  const first = asked.at(-1)
  if (!first) return null
  const before = String(first['from'])
  const isTheirs = (email?: string) => email !== before && asked.some(({ to }) => to === email)
  return {
    before,
    isMoved: isTheirs(now.email),
    isPending: isTheirs(now.pendingEmail?.email),
    isOnItsWay: now.pendingEmail?.email === before,
  }
}

/** The newest first, and all of it: behind a thousand changes, or a thousand sessions, nobody hides another. */
async function doneBy(
  db: Db,
  userId: string,
  { sessions, since }: { sessions: Set<string>; since: number },
) {
  const part = db
    .selectFrom('events')
    .select(['seq', 'type', 'data', 'at', 'session_id'])
    .where('user_id', '=', userId)
    .where('seq', '>=', since)
  const rows = await each(
    db,
    types.map((type) => part.where('type', '=', type)),
  )
    .orderBy('seq', 'desc')
    .execute()
  return rows.flatMap(({ data, session_id, ...row }): Done[] =>
    sessions.has(session_id ?? '') ? [{ ...row, data: dataIn(data) }] : [],
  )
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
