import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Account } from '#app/platform/account.ts'
import { accountMessage } from '#app/platform/broadcast/account-message.ts'
import { broadcast } from '#app/platform/broadcast/broadcast.ts'
import { connect, type Database, type Db, type Tx } from '#app/platform/db/connect.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { newId } from '#app/platform/ids.ts'
import { keyring } from '#app/platform/keys.ts'
import { newAccount } from '#app/platform/new-account.ts'
import { recordWith } from '#app/platform/record-keys.ts'
import { record } from '#app/platform/record.ts'
import { median } from '#bench/table.ts'

const rounds = Number(process.env['ROUNDS'] ?? 400)

/** What one change of the profile takes, in milliseconds. */
export interface Appending {
  dialect: Database['dialect']
  /** The change alone, with nothing written down. */
  bare: number
  /** With an event in a plain list, as before there was a chain. */
  listed: number
  /** With what the product does. */
  recorded: number
  /** The chain's part: recorded beside listed, of the same moment, the median. */
  ratio: number
}

/** The transaction of a profile change in three ways, by turns, so that whatever else the machine does meets all of them. */
export async function appending(databaseUrl?: string): Promise<Appending> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const database = await connect(databaseUrl ?? `sqlite:${join(storage, 'bench.sqlite')}`)
  const { db, dialect } = database
  try {
    await migrate(database)
    recordWith(db, keyring({ current: Buffer.alloc(32, 'bench'), previous: [] }))
    await db.schema
      .createTable('listed')
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('seq', 'bigint')
      .addColumn('type', 'text')
      .addColumn('data', 'text')
      .addColumn('at', 'bigint')
      .addColumn('session_id', 'text')
      .addColumn('ip', 'text')
      .addColumn('user_agent', 'text')
      .addPrimaryKeyConstraint('listed_key', ['user_id', 'seq'])
      .execute()
    for (const column of ['at', 'type', 'session_id'])
      await db.schema
        .createIndex(`listed_${column}`)
        .on('listed')
        .columns(['user_id', column, 'seq'])
        .execute()
    const [one, two, three] = [await person(db), await person(db), await person(db)]
    const took: Record<'bare' | 'listed' | 'recorded', number[]> = {
      bare: [],
      listed: [],
      recorded: [],
    }
    const ways = [
      async () => took.bare.push(await change(db, one, async () => {})),
      async () => took.listed.push(await change(db, two, (tx) => list(tx, two))),
      async () =>
        took.recorded.push(
          await change(db, three, (tx) => record(tx, three, 'profile.updated', changed)),
        ),
    ]
    for (let round = 0; round < rounds; round++) {
      // Each comes first, second and last as often.
      for (let at = 0; at < ways.length; at++) await ways[(round + at) % ways.length]?.()
    }
    const ratios = took.recorded.map((ms, round) => ms / (took.listed[round] ?? NaN))
    return {
      dialect,
      bare: median(took.bare),
      listed: median(took.listed),
      recorded: median(took.recorded),
      ratio: median(ratios),
    }
  } finally {
    await db.schema.dropTable('listed').execute()
    await database.close()
    await rm(storage, { recursive: true, force: true })
  }
}

async function person(db: Db): Promise<Account> {
  const origin = { ip: '192.0.2.1', userAgent: 'Firefox/142.0 on Linux', now: Date.now() }
  const facts = { name: 'Ada', email: `${newId()}@example.com`, isVerified: true, locale: null }
  const versions = { password_hash: 'none', terms: null, policy: null }
  const id = await db
    .transaction()
    .execute((tx) => newAccount(tx, origin, { ...facts, ...versions }))
  if (!id) throw new Error('There is such an account already.')
  return { ...origin, userId: id, sessionId: null }
}

let turn = 0

/** @returns milliseconds */
async function change(db: Db, { userId }: Account, write: (tx: Tx) => Promise<void>) {
  const began = performance.now()
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set(({ ref }) => ({ name: ref('name') }))
      .where('id', '=', userId)
      .returning(['name', 'locale', 'timezone'])
      .executeTakeFirstOrThrow()
    const after = { name: `Ada ${turn++}`, locale: null, timezone: null }
    await tx.updateTable('users').set(after).where('id', '=', userId).execute()
    await write(tx)
  })
  return performance.now() - began
}

const fields = { name: 'Ada', locale: null, timezone: null }
const changed = { before: fields, after: fields }

type WithList = {
  listed: {
    user_id: string
    seq: number
    type: string
    data: string
    at: number
    session_id: string | null
    ip: string | null
    user_agent: string | null
  }
}

/** As `record` was before there was a chain: with the same indexes, and told on the account's channel. */
async function list(tx: Tx, account: Account): Promise<void> {
  const { event_count } = await tx
    .updateTable('users')
    .set(({ eb }) => ({ event_count: eb('event_count', '+', 1) }))
    .where('id', '=', account.userId)
    .returning('event_count')
    .executeTakeFirstOrThrow()
  await tx
    .withTables<WithList>()
    .insertInto('listed')
    .values({
      user_id: account.userId,
      seq: event_count,
      type: 'profile.updated',
      data: JSON.stringify(changed),
      at: account.now,
      session_id: account.sessionId,
      ip: account.ip,
      user_agent: account.userAgent,
    })
    .execute()
  const event = { type: 'profile.updated', sequence: event_count, data: changed } as const
  await broadcast(tx, accountMessage(account, event), account.now)
}
