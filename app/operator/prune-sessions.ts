import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { endSessions } from '#app/platform/end-sessions.ts'
import { prune } from '#app/platform/prune.ts'

import { byOperator } from './accounts.ts'
import type { Command, Operation } from './command.ts'

export const pruneSessions: Command = {
  usage: '',
  summary: 'removes what has run out: sessions, links of mails, jobs given up long ago',
  details:
    'The server does it every ten minutes, and ends sessions that have run out every minute. With --all everyone is signed out, as after a restored backup: sessions that had been ended since would live again.',
  options: { all: { help: 'end every session of everyone' } },
  words: { least: 0, most: 0 },
  changes: true,
  async run(operation) {
    const database = await operation.database()
    const before = await sessionCount(database.db)
    if (operation.has('all')) await endAll(operation, database.db, before)
    await prune(database, operation.now)
    const left = await sessionCount(database.db)
    const ended = before - left
    return { data: { ended, left }, lines: [`${ended} sessions ended, ${left} are left.`] }
  },
}

async function endAll({ confirm, now }: Operation, db: Db, count: number): Promise<void> {
  await confirm(`This signs everyone out: ${count} sessions end.`)
  const people = await db
    .selectFrom('sessions')
    .select('user_id')
    .distinct()
    .orderBy('user_id')
    .execute()
  for (const { user_id } of people) {
    const operator = byOperator(user_id, now)
    const end = { by: 'operator', why: 'everyone' } as const
    await inTransaction(db, (tx) => endSessions(tx, operator, end))
  }
}

async function sessionCount(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
