import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Actor } from '#app/platform/actor.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { type Config, readConfig } from '#app/platform/config/config.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect, type Database, type Db, type Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { loadLanguages } from '#app/platform/i18n/translations.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { createMailWriter } from '#app/platform/mail/mail-writer.ts'
import { startSession } from '#app/platform/sessions/start-session.ts'
import { profileFieldNames } from '#app/profile-fields.ts'
import { updateProfileInformation } from '#app/profile/update-profile-information.ts'
import { median } from '#bench/format-table.ts'

import { createListedTable, insertPlainEvent, type ProfileChange } from './plain-events.ts'

const keys = createKeyring({ current: Buffer.alloc(32, 'bench'), previous: [] })
const rounds = Number(process.env['ROUNDS'] ?? 400)

/** Milliseconds per profile update. */
export interface AppendTimes {
  dialect: Database['dialect']
  /** The update alone, without an event. */
  bare: number
  /** With an event in a plain table, without a hash chain. */
  listed: number
  /** With the event log of the application. */
  recorded: number
  /** Median of recorded divided by listed, per round. */
  ratio: number
}

/** Measures the transaction in three variants, in turns, so that other load on the machine affects all of them. */
export async function measureAppend(databaseUrl?: string): Promise<AppendTimes> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const database = await connect(databaseUrl ?? `sqlite:${join(storage, 'bench.sqlite')}`)
  const { db, dialect } = database
  const config = readConfig({ STORAGE_DIR: storage })
  try {
    await migrate(database)
    setSigningKeys(db, keys)
    await createListedTable(db)
    const [one, two, three] = [
      await createSignedInAccount(db, config),
      await createSignedInAccount(db, config),
      await createSignedInAccount(db, config),
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
      // Rotates the order of the variants.
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

async function createSignedInAccount(db: Db, config: Config): Promise<Actor> {
  const origin = { ip: '192.0.2.1', userAgent: 'Firefox/142.0 on Linux', now: Date.now() }
  const profile = { name: 'Ada', email: `${newId()}@example.com`, isVerified: true, locale: null }
  const versions = { password_hash: 'none', terms: null, policy: null }
  return db.transaction().execute(async (tx) => {
    const userId = await createUserAccount(tx, keys, origin, { ...profile, ...versions })
    if (!userId) throw new Error('The account already exists')
    const languages = loadLanguages({ includePseudo: false })
    const names = { appName: 'Foyer', origin: 'http://localhost', now: origin.now }
    const mailWriter = createMailWriter({
      keys,
      languages,
      translator: languages.pick(null, undefined),
      ...names,
    })
    const signIn = { userId, method: 'password', remembered: false, ...origin } as const
    const { id: sessionId } = await startSession(tx, { keys, mailWriter, config }, signIn)
    return { ...origin, userId, sessionId }
  })
}

async function timeMs(task: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await task()
  return performance.now() - startedAt
}

let nameCount = 0
const nextName = () => `Ada ${nameCount++}`
const acceptAllLocales = { supports: () => true }

/** Like `updateProfileInformation`, with `write` in place of the event log. */
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
    .returning(profileFieldNames)
    .executeTakeFirstOrThrow()
}
