import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { AccountEvents } from '#app/events.ts'
import { createMailWriter } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect, type Database, type Db, type Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { loadLanguages } from '#app/platform/i18n/translations.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { accountMessage } from '#app/platform/realtime/account-message.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'
import { startSession } from '#app/platform/sessions/sessions.ts'
import { updateProfileInformation } from '#app/profile/update-profile-information.ts'
import { median } from '#bench/format-table.ts'

const keys = createKeyring({ current: Buffer.alloc(32, 'bench'), previous: [] })
const rounds = Number(process.env['ROUNDS'] ?? 400)

/** What one change of the profile takes, in milliseconds. */
export interface AppendTimes {
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
export async function measureAppend(databaseUrl?: string): Promise<AppendTimes> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const database = await connect(databaseUrl ?? `sqlite:${join(storage, 'bench.sqlite')}`)
  const { db, dialect } = database
  try {
    await migrate(database)
    setSigningKeys(db, keys)
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
    const [one, two, three] = [
      await createSignedInAccount(db),
      await createSignedInAccount(db),
      await createSignedInAccount(db),
    ]
    const durations: Record<'bare' | 'listed' | 'recorded', number[]> = {
      bare: [],
      listed: [],
      recorded: [],
    }
    const variants = [
      async () => durations.bare.push(await timeMs(() => updateProfile(db, one, () => {}))),
      async () =>
        durations.listed.push(
          await timeMs(() => updateProfile(db, two, (tx, data) => insertPlainEvent(tx, two, data))),
        ),
      async () => {
        const save = () =>
          updateProfileInformation(db, three, { name: nextName() }, acceptAllLocales)
        durations.recorded.push(await timeMs(save))
      },
    ]
    for (let round = 0; round < rounds; round++) {
      // Each comes first, second and last as often.
      for (let index = 0; index < variants.length; index++)
        await variants[(round + index) % variants.length]?.()
    }
    const ratios = durations.recorded.map((ms, round) => ms / (durations.listed[round] ?? NaN))
    return {
      dialect,
      bare: median(durations.bare),
      listed: median(durations.listed),
      recorded: median(durations.recorded),
      ratio: median(ratios),
    }
  } finally {
    await db.schema.dropTable('listed').execute()
    await database.close()
    await rm(storage, { recursive: true, force: true })
  }
}

/** Someone who is signed in. */
async function createSignedInAccount(db: Db): Promise<Actor> {
  const origin = { ip: '192.0.2.1', userAgent: 'Firefox/142.0 on Linux', now: Date.now() }
  const profile = { name: 'Ada', email: `${newId()}@example.com`, isVerified: true, locale: null }
  const versions = { password_hash: 'none', terms: null, policy: null }
  return db.transaction().execute(async (tx) => {
    const userId = await createUserAccount(tx, origin, { ...profile, ...versions })
    if (!userId) throw new Error('There is such an account already.')
    const languages = loadLanguages({ includePseudo: false })
    const names = { appName: 'Foyer', origin: 'http://localhost', now: origin.now }
    const mail = createMailWriter({
      keys,
      languages,
      translator: languages.pick(null, undefined),
      ...names,
    })
    const signIn = { userId, method: 'password', remembered: false, ...origin } as const
    const { id: sessionId } = await startSession(tx, { keys, mailWriter: mail }, signIn)
    return { ...origin, userId, sessionId }
  })
}

/** @returns milliseconds */
async function timeMs(task: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await task()
  return performance.now() - startedAt
}

let nameCount = 0
const nextName = () => `Ada ${nameCount++}`
const acceptAllLocales = { supports: () => true }

/** As in `updateProfileInformation`, with something else in place of the record. */
async function updateProfile(
  db: Db,
  { userId }: Actor,
  write: (tx: Tx, changed: ProfileChange) => unknown,
) {
  await inTransaction(db, async (tx) => {
    const before = await readProfile(tx, userId)
    const after = { ...before, name: nextName() }
    await tx.updateTable('users').set(after).where('id', '=', userId).execute()
    await write(tx, { before, after })
  })
}

function readProfile(tx: Tx, userId: string) {
  return tx
    .updateTable('users')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', userId)
    .returning(['name', 'locale', 'timezone'])
    .executeTakeFirstOrThrow()
}

type ProfileChange = AccountEvents['profile.updated']

type PlainEventRow = {
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
async function insertPlainEvent(tx: Tx, account: Actor, data: ProfileChange): Promise<void> {
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
    .withTables<{ listed: PlainEventRow }>()
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
