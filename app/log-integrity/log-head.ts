import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'

export type StoredLogHead = Awaited<ReturnType<typeof readLogHead>>

/** The stored head of the event log and the range of its event numbers, in one snapshot. @throws NotFound */
export async function readLogHead(db: Db, account: string) {
  const row = await db
    .selectFrom('users')
    .select(['event_count', 'record_head', 'recorded_at', 'record_signature'])
    .select('origins_erased_through')
    .select(({ selectFrom }) => [
      selectFrom('events')
        .select(({ fn }) => fn.min('seq').as('least'))
        .whereRef('events.user_id', '=', 'users.id')
        .as('least'),
      selectFrom('events')
        .select(({ fn }) => fn.max('seq').as('most'))
        .whereRef('events.user_id', '=', 'users.id')
        .as('most'),
    ])
    .where('id', '=', account)
    .executeTakeFirst()
  if (!row) throw new NotFound()
  return {
    seq: row.event_count,
    hash: row.record_head ?? '',
    at: row.recorded_at ?? 0,
    signature: row.record_signature ?? '',
    originsErasedThrough: row.origins_erased_through,
    minSeq: row.least,
    maxSeq: row.most ?? 0,
  }
}

/** Whether the log starts with `account.created`, or with a valid `record.began` if it was chained later. */
export async function hasValidStart(db: Db, account: string): Promise<boolean> {
  const startEvents = await db
    .selectFrom('events')
    .select(['seq', 'type', 'data'])
    .where('user_id', '=', account)
    .where((it) => it.or([it('seq', '=', 1), it('type', '=', 'record.began')]))
    .orderBy('seq')
    .limit(3)
    .execute()
  return startEvents.some(({ seq, type, data }) =>
    type === 'record.began' ? data.startsWith(`{"events":${seq - 1},`) : type === 'account.created',
  )
}
