import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'

import { called, namedAccount } from './accounts.ts'
import type { Command } from './command.ts'
import { columns } from './terminal.ts'

const mostEvents = 10

export const showAccount: Command = {
  usage: '<account>',
  summary: 'shows one account, its sessions and what happened last',
  words: { least: 1, most: 1 },
  changes: false,
  async run(operation) {
    const { db } = await operation.database()
    const account = await namedAccount(operation, db)
    const [sessions, events] = await Promise.all([
      sessionsOf(db, account.id, operation.now),
      lastEvents(db, account.id),
    ])

    const facts = {
      id: account.id,
      email: account.email,
      name: account.name,
      created_at: moment(account.created_at),
      verified_at: moment(account.email_verified_at),
      locked_at: moment(account.locked_at),
      locale: account.locale,
      timezone: account.timezone,
      terms_version: account.terms_version,
      events: account.event_count,
    }
    const lines = [
      called(account),
      ...columns(Object.entries(facts).map(([name, value]) => [`  ${name}`, String(value ?? '-')])),
      `Live sessions: ${sessions.length}`,
      ...columns(sessions.map((row) => [`  ${row.last_active_at}`, row.ip ?? '-', row.method])),
      'Last events:',
      ...columns(events.map((row) => [`  ${row.at}`, `${row.seq}`, row.type])),
    ]
    return { data: { ...facts, sessions, last_events: events }, lines }
  },
}

async function sessionsOf(db: Db, userId: string, now: number) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'method', 'ip', 'user_agent', 'created_at', 'last_active_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('ends_at', '>', now)
    .orderBy('last_active_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: moment(row.created_at),
    last_active_at: moment(row.last_active_at),
  }))
}

async function lastEvents(db: Db, userId: string) {
  const rows = await db
    .selectFrom('events')
    .select(['seq', 'type', 'at', 'ip'])
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(mostEvents)
    .execute()
  return rows.map((row) => ({ ...row, at: moment(row.at) }))
}
