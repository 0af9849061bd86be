import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { pruneExpired } from '#app/platform/jobs/prune-expired.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'

import type { Command, Invocation } from './command.ts'
import { operatorActor } from './find-account.ts'

export const pruneSessions: Command = {
  usage: '',
  summary: 'removes what has run out: sessions, links of mails, jobs given up long ago',
  details:
    'The server does it every ten minutes, and ends sessions that have run out every minute. With --all everyone is signed out, as after a restored backup: sessions that had been ended since would live again.',
  options: { all: { help: 'end every session of everyone' } },
  args: { min: 0, max: 0 },
  isMutating: true,
  async run(invocation) {
    const database = await invocation.database()
    const before = await sessionCount(database.db)
    if (invocation.hasFlag('all')) await endAllSessions(invocation, database.db, before)
    await pruneExpired(database, invocation.now)
    const remaining = await sessionCount(database.db)
    const ended = before - remaining
    return {
      data: { ended, left: remaining },
      lines: [`${ended} sessions ended, ${remaining} are left.`],
    }
  },
}

async function endAllSessions({ confirm, now }: Invocation, db: Db, count: number): Promise<void> {
  await confirm(`This signs everyone out: ${count} sessions end.`)
  const users = await db
    .selectFrom('sessions')
    .select('user_id')
    .distinct()
    .orderBy('user_id')
    .execute()
  for (const { user_id } of users) {
    const actor = operatorActor(user_id, now)
    const endReason = { by: 'operator', why: 'everyone' } as const
    await inTransaction(db, (tx) => endSessions(tx, actor, endReason))
  }
}

async function sessionCount(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
