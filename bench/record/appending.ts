import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { AccountEvents } from '#app/events.ts'
import type { Account } from '#app/platform/account.ts'
import { accountMessage } from '#app/platform/broadcast/account-message.ts'
import { broadcast } from '#app/platform/broadcast/broadcast.ts'
import { connect, type Database, type Db, type Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { newId } from '#app/platform/ids.ts'
import { keyring } from '#app/platform/keys.ts'
import { speak } from '#app/platform/language.ts'
import { newAccount } from '#app/platform/new-account.ts'
import { post } from '#app/platform/post.ts'
import { recordWith } from '#app/platform/record-keys.ts'
import { startSession } from '#app/platform/sessions.ts'
import { updateProfileInformation } from '#app/profile/update-profile-information.ts'
import { median } from '#bench/table.ts'

const keys = keyring({ current: Buffer.alloc(32, 'bench'), previous: [] })
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
    recordWith(db, keys)
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
      async () => took.bare.push(await timed(() => change(db, one, () => {}))),
      async () =>
        took.listed.push(await timed(() => change(db, two, (tx, data) => list(tx, two, data)))),
      async () => {
        const save = () => updateProfileInformation(db, three, { name: nextName() }, speaksAll)
        took.recorded.push(await timed(save))
      },
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

/** Someone who is signed in. */
async function person(db: Db): Promise<Account> {
  const origin = { ip: '192.0.2.1', userAgent: 'Firefox/142.0 on Linux', now: Date.now() }
  const facts = { name: 'Ada', email: `${newId()}@example.com`, isVerified: true, locale: null }
  const versions = { password_hash: 'none', terms: null, policy: null }
  return db.transaction().execute(async (tx) => {
    const userId = await newAccount(tx, origin, { ...facts, ...versions })
    if (!userId) throw new Error('There is such an account already.')
    const languages = speak({ withPseudo: false })
    const names = { appName: 'Foyer', origin: 'http://localhost', now: origin.now }
    const mail = post({ keys, languages, text: languages.pick(null, undefined), ...names })
    const signIn = { userId, method: 'password', remembered: false, ...origin } as const
    const { id: sessionId } = await startSession(tx, { keys, post: mail }, signIn)
    return { ...origin, userId, sessionId }
  })
}

/** @returns milliseconds */
async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

let turn = 0
const nextName = () => `Ada ${turn++}`
const speaksAll = { speaks: () => true }

/** As in `updateProfileInformation`, with something else in place of the record. */
async function change(db: Db, { userId }: Account, write: (tx: Tx, changed: Changed) => unknown) {
  await inTransaction(db, async (tx) => {
    const before = await held(tx, userId)
    const after = { ...before, name: nextName() }
    await tx.updateTable('users').set(after).where('id', '=', userId).execute()
    await write(tx, { before, after })
  })
}

function held(tx: Tx, userId: string) {
  return tx
    .updateTable('users')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', userId)
    .returning(['name', 'locale', 'timezone'])
    .executeTakeFirstOrThrow()
}

type Changed = AccountEvents['profile.updated']

type Listed = {
  user_id: string
  seq: number
  type: string
  data: string
  at: number
  session_id: string | null
  ip: string | null
  user_agent: string | null
}

/** As `record` was before there was a chain: with the same indexes, and told on the account's channel. */
async function list(tx: Tx, account: Account, data: Changed): Promise<void> {
  const { userId, sessionId, ip, userAgent, now } = account
  const { event_count: seq } = await tx
    .updateTable('users')
    .set(({ eb }) => ({ event_count: eb('event_count', '+', 1) }))
    .where('id', '=', userId)
    .returning('event_count')
    .executeTakeFirstOrThrow()
  await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirstOrThrow()
  const type = 'profile.updated'
  await tx
    .withTables<{ listed: Listed }>()
    .insertInto('listed')
    .values({
      user_id: userId,
      seq,
      type,
      data: JSON.stringify(data),
      at: now,
      session_id: sessionId,
      ip,
      user_agent: userAgent,
    })
    .execute()
  await broadcast(tx, accountMessage(account, { type, sequence: seq, data }), now)
}
