import type { Db } from '#app/platform/db/connect.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { pickProfile } from '#app/platform/lib/pick-profile.ts'

import type { Command } from './command.ts'
import { accountLabel, findAccount } from './find-account.ts'
import { formatColumns } from './terminal.ts'

const maxEvents = 10

export const showAccount: Command = {
  usage: '<account>',
  summary: 'shows an account, its sessions and its last events',
  args: { min: 1, max: 1 },
  isMutating: false,
  async run(invocation) {
    const { db } = await invocation.database()
    const account = await findAccount(invocation, db)
    const [sessions, events] = await Promise.all([
      listSessions(db, account.id, invocation.now),
      recentEvents(db, account.id),
    ])

    const { name, ...profile } = pickProfile(account)
    const facts = {
      id: account.id,
      email: account.email,
      name,
      created_at: toIso(account.created_at),
      verified_at: toIso(account.email_verified_at),
      locked_at: toIso(account.locked_at),
      ...profile,
      role: account.role,
      terms_version: account.terms_version,
      events: account.event_count,
    }
    const lines = [
      accountLabel(account),
      ...formatColumns(
        Object.entries(facts).map(([name, value]) => [`  ${name}`, String(value ?? '-')]),
      ),
      `Live sessions: ${sessions.length}`,
      ...formatColumns(
        sessions.map((row) => [`  ${row.last_active_at}`, row.ip ?? '-', row.method]),
      ),
      'Last events:',
      ...formatColumns(events.map((row) => [`  ${row.at}`, `${row.seq}`, row.type])),
    ]
    return { data: { ...facts, sessions, last_events: events }, lines }
  },
}

async function listSessions(db: Db, userId: string, now: number) {
  const rows = await liveSessions(db, now)
    .select(['id', 'method', 'ip', 'user_agent', 'created_at', 'last_active_at'])
    .where('user_id', '=', userId)
    .orderBy('last_active_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: toIso(row.created_at),
    last_active_at: toIso(row.last_active_at),
  }))
}

async function recentEvents(db: Db, userId: string) {
  const rows = await db
    .selectFrom('events')
    .select(['seq', 'type', 'at', 'ip'])
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(maxEvents)
    .execute()
  return rows.map((row) => ({ ...row, at: toIso(row.at) }))
}
