import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { emptyProfile } from '#app/profile-fields.ts'

const hour = 3_600_000
const batchSize = 1000

type Context = Pick<ActionContext, 'db' | 'keys'>

/** Creates an account with hourly events, through the same function that records real ones. */
export async function createLongHistory(
  { db, keys }: Context,
  events: number,
  now: number,
): Promise<string> {
  const startedAt = now - (events + 10) * hour
  const userId = await db
    .transaction()
    .execute((tx) => createOldAccount(tx, keys, { events, now: startedAt }))
  for (let from = 2; from < events; from += batchSize) {
    await db.transaction().execute(async (tx) => {
      for (let index = from; index < Math.min(events, from + batchSize); index++)
        await appendEvent(tx, { ...actorOf(userId), now: startedAt + index * hour }, index)
    })
  }
  return userId
}

async function createOldAccount(
  tx: Tx,
  keys: Keyring,
  { events, now }: { events: number; now: number },
): Promise<string> {
  const person = { name: 'Ada', email: `${events}@example.com`, isVerified: true, locale: null }
  const versions = { password_hash: 'none', terms: null, policy: null }
  const id = await createUserAccount(
    tx,
    keys,
    { ip: null, userAgent: null, now },
    { ...person, ...versions },
  )
  if (!id) throw new Error('The account already exists')
  return id
}

/** Appends mostly profile updates, with sessions and passkeys in between. */
async function appendEvent(tx: Tx, account: Actor, index: number): Promise<void> {
  const name = (turn: number) => ({ ...emptyProfile, name: `Ada ${turn}` })
  if (index % 10 === 0) {
    session = newId()
    const started = { session, method: 'password', remembered: false } as const
    return recordEvent(tx, account, 'session.started', started)
  }
  if (index % 10 === 3)
    return recordEvent(tx, account, 'session.ended', { session, by: 'person', why: 'logout' })
  if (index % 10 === 6) {
    passkey = newId()
    return recordEvent(tx, account, 'passkey.added', { passkey, name: 'Phone', kind: null })
  }
  if (index % 10 === 8)
    return recordEvent(tx, account, 'passkey.removed', { passkey, name: 'Phone' })
  return recordEvent(tx, account, 'profile.updated', {
    before: name(index - 1),
    after: name(index),
  })
}

let session = ''
let passkey = ''

function actorOf(userId: string): Omit<Actor, 'now'> {
  return { userId, sessionId: null, ip: '192.0.2.1', userAgent: 'Firefox/142.0 on Linux' }
}
