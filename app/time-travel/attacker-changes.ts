import type { AccountEvents, AccountState } from '#app/account-events.ts'
import { takeovers } from '#app/features.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { parseEventData } from '#app/platform/event-log/parse-event-data.ts'
import type { FeatureTakeover, PastEvent } from '#app/platform/feature.ts'
import { takeoverLinkLifetimeMs } from '#app/platform/mail/limits.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { unionQueries } from './event-rows.ts'
import { isRevertible, type SuspectChanges } from './suspect-changes.ts'
import { type ReportedEvent, isSameClient, type SuspectSessions } from './suspect-sessions.ts'

/** Revertible changes made by suspect sessions. `created` also counts what no longer exists. */
export interface AttackerChanges {
  /** The events that they were found in. */
  read: SuspectChanges
  sessions: string[]
  /** In the order of the steps. */
  features: { takeover: FeatureTakeover; created: number; active: string[] }[]
  /**
   * Null when they requested no other address. `isChanged`: it is the account's now; `isPending`: it awaits confirmation;
   * `isRevertPending`: a change back to `originalEmail` awaits confirmation.
   */
  emailChange: {
    originalEmail: string
    isChanged: boolean
    isPending: boolean
    isRevertPending: boolean
  } | null
  /** Addresses that they asked for in the last days, except the account's present one. */
  broughtEmailKeys: string[]
  /** Whether the current password is one they knew or set. */
  knowsPassword: boolean
}

interface ReportInput {
  userId: string
  event: ReportedEvent
  /** The account's state at the time `at`, which is now. */
  now: AccountState
  at: number
  changes: SuspectChanges
}

export async function attackerChanges(
  db: Db,
  { userId, event, now, at, changes: read }: ReportInput,
  { sessions, client }: SuspectSessions,
): Promise<AttackerChanges> {
  const events = read.events.toReversed()
  const password = await lastPasswordChange(db, userId)
  const reported = { ...event, data: parseEventData(event.data) }
  const features = takeovers.map((takeover) => {
    const changes = events.filter((change) => isRevertible(takeover, change))
    const ids = [...new Set(takeover.changedIds(changes, reported))]
    return { takeover, created: ids.length, active: ids.filter((id) => takeover.isActive(id, now)) }
  })
  const emailChanges = events
    .filter(({ type }) => type === 'address-change.asked' || type === 'address.changed')
    .map(({ data }) => data)
    .filter(({ from, to }) => emailKey(String(from)) !== emailKey(String(to)))
  const isAttackersPassword =
    password !== undefined &&
    (sessions.includes(password.session_id ?? '') ||
      (password.session_id === null && isSameClient(password, client)))

  return {
    read,
    sessions: sessions.filter((id) => id in now.sessions),
    features,
    emailChange: emailChangeState(emailChanges, now),
    broughtEmailKeys: broughtEmailKeys(events, { ...now, at }),
    knowsPassword:
      now.passwordSince !== null &&
      (isAttackersPassword || Date.parse(now.passwordSince) <= event.at),
  }
}

/** Older ones count as the owner's: a thief could report the owner's own change, to end the link that undoes the thief's. */
function broughtEmailKeys(
  events: readonly PastEvent[],
  { at, email }: { at: number; email: string },
): string[] {
  const earliest = at - takeoverLinkLifetimeMs
  const keys = events
    .filter((event) => event.at >= earliest)
    .flatMap(({ type, data }) => {
      if (type === 'address-change.asked') return emailKey(String(data['to']))
      return type === 'email-address.added' ? emailKey(String(data['email'])) : []
    })
  return [...new Set(keys)].filter((key) => key !== emailKey(email))
}

/** @param requests  newest first. With several changes, only the oldest one started from the owner's address. */
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

const passwordChangeTypes: (keyof AccountEvents)[] = ['password.changed', 'password.reset']

/** The event that set the current password. */
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
