import { accountBatches } from '#app/platform/db/account-batches.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { headColumns, type LogHead } from '#app/platform/event-log/account-row-lock.ts'
import { eventsAfter } from '#app/platform/event-log/events-between.ts'
import type {
  EventLog,
  LogPosition,
  LogStore,
  StoredHead,
} from '#app/platform/event-log/log-store.ts'
import { accountLogTimes, sequenceRange } from '#app/platform/event-log/log-times.ts'

export function accountLog(id: string): EventLog {
  return { store: accountLogStore, id }
}

export const accountLogStore: LogStore = {
  eventsAfter: (db, id, after, limit) =>
    eventsAfter(db, id, after).select(eventColumns).limit(limit).execute(),

  async eventHash(db, position) {
    return (await eventHashQuery(db, position))[0]?.hash ?? undefined
  },

  async head(db, id) {
    const row = await db
      .selectFrom('users')
      .select(headColumns)
      .select(sequenceRange(accountLogTimes(db, id)))
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return
    const { logId: _id, ...head } = storedHead(row)
    return { ...head, minSeq: row.minSeq, maxSeq: row.maxSeq ?? 0 }
  },

  async *heads(db) {
    const accounts = accountBatches(db, (all) => all.select(headColumns))
    for await (const rows of accounts) yield rows.map(storedHead)
  },

  /** A valid log starts with `account.created`, or with a valid `record.began` if it was chained later. */
  async hasValidStart(db, id) {
    const startEvents = await db
      .selectFrom('events')
      .select(['seq', 'type', 'data'])
      .where('user_id', '=', id)
      .where(({ eb, or }) => or([eb('seq', '=', 1), eb('type', '=', 'record.began')]))
      .orderBy('seq')
      .limit(3)
      .execute()
    return startEvents.some(({ seq, type, data }) =>
      type === 'record.began'
        ? data.startsWith(`{"events":${seq - 1},`)
        : type === 'account.created',
    )
  },
}

const eventColumns = [
  'seq',
  'type',
  'data',
  'at',
  'session_id',
  'ip',
  'user_agent',
  'country',
  'origin_salt',
  'origin_commitment',
  'content_digest',
  'hash',
  'signature',
] as const

const eventHashQuery = preparedQuery((db: Db, { id, seq }: LogPosition) =>
  db.selectFrom('events').select('hash').where('user_id', '=', id).where('seq', '=', seq),
)

function storedHead(row: LogHead): StoredHead {
  return {
    logId: row.id,
    seq: row.event_count,
    hash: row.record_head ?? '',
    at: row.recorded_at ?? 0,
    originsErasedThrough: row.origins_erased_through,
    signature: row.record_signature ?? '',
  }
}
