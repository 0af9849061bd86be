import type { Account } from '#app/platform/account.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { newId } from '#app/platform/ids.ts'
import { newAccount } from '#app/platform/new-account.ts'
import { record } from '#app/platform/record.ts'

const hour = 3_600_000
const atOnce = 1000

/** An account to which so much has happened, an hour apart, by the same function that records what happens in life. */
export async function longLife(db: Db, events: number, now: number): Promise<string> {
  const began = now - (events + 10) * hour
  const userId = await db.transaction().execute((tx) => born(tx, events, began))
  for (let done = 2; done < events; done += atOnce) {
    await db.transaction().execute(async (tx) => {
      for (let at = done; at < Math.min(events, done + atOnce); at++)
        await happen(tx, { ...by(userId), now: began + at * hour }, at)
    })
  }
  return userId
}

async function born(tx: Tx, events: number, now: number): Promise<string> {
  const person = { name: 'Ada', email: `${events}@example.com`, isVerified: true, locale: null }
  const versions = { password_hash: 'none', terms: null, policy: null }
  const id = await newAccount(tx, { ip: null, userAgent: null, now }, { ...person, ...versions })
  if (!id) throw new Error('There is such an account already.')
  return id
}

/** Mostly changes of the profile; sessions and tokens that come and go. */
async function happen(tx: Tx, account: Account, at: number): Promise<void> {
  const name = (turn: number) => ({ name: `Ada ${turn}`, locale: null, timezone: null })
  const facts = { name: 'Script', permissions: ['read'], networks: [], expiresAt: null }
  const revoked = { name: 'Script', by: 'person', why: 'asked' } as const
  if (at % 10 === 0) {
    session = newId()
    const started = { session, method: 'password', remembered: false } as const
    return record(tx, account, 'session.started', started)
  }
  if (at % 10 === 3)
    return record(tx, account, 'session.ended', { session, by: 'person', why: 'logout' })
  if (at % 10 === 6) {
    token = newId()
    return record(tx, account, 'token.created', { token, ...facts })
  }
  if (at % 10 === 8) return record(tx, account, 'token.revoked', { token, ...revoked })
  return record(tx, account, 'profile.updated', { before: name(at - 1), after: name(at) })
}

let session = ''
let token = ''

function by(userId: string): Omit<Account, 'now'> {
  return { userId, sessionId: null, ip: '192.0.2.1', userAgent: 'Firefox/142.0 on Linux' }
}
