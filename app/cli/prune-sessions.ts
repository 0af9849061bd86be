import { features } from '#app/features.ts'
import { systemActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { untrustDevices } from '#app/trusted-devices/trusted-devices.ts'

import type { Command, Invocation } from './command.ts'

export const pruneSessions: Command = {
  usage: '',
  summary: 'deletes expired sessions, expired email links and old failed jobs',
  details:
    'The server does this every ten minutes, and ends expired sessions every minute. --all signs everyone out; use it after restoring a backup, because sessions and trusted devices that were ended since the backup would be valid again.',
  options: { all: { help: 'end every session and trusted device of every account' } },
  args: { min: 0, max: 0 },
  isMutating: true,
  async run(invocation) {
    const database = await invocation.database()
    const before = await sessionCount(database.db)
    if (invocation.hasFlag('all')) await endAllSessions(invocation, database.db, before)
    await pruneExpired(database, invocation.now, features)
    const remaining = await sessionCount(database.db)
    const ended = before - remaining
    return {
      data: { ended, left: remaining },
      lines: [`${ended} sessions ended, ${remaining} remain.`],
    }
  },
}

async function endAllSessions({ confirm, now }: Invocation, db: Db, count: number): Promise<void> {
  await confirm(`This signs everyone out and ends ${count} sessions.`)
  const users = await db
    .selectFrom('sessions')
    .select('user_id')
    .union(db.selectFrom('trusted_devices').select('user_id'))
    .orderBy('user_id')
    .execute()
  for (const { user_id } of users) {
    const actor = systemActor(user_id, now)
    const endReason = { by: 'operator', why: 'everyone' } as const
    await inTransaction(db, async (tx) => {
      await endSessions(tx, actor, endReason)
      await untrustDevices(tx, actor, 'every')
    })
  }
}

async function sessionCount(db: Db): Promise<number> {
  return countRows(db.selectFrom('sessions'))
}
