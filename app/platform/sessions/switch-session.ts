import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'

export type BrowserAccountSession = Awaited<ReturnType<typeof liveSessionsByHash>>[number]

/** Returns the live sessions with these secrets, of any account, with the user fields that the account menu shows. */
export async function sessionsBySecrets(
  db: Db,
  secrets: readonly string[],
  now: number,
): Promise<BrowserAccountSession[]> {
  return secrets.length > 0 ? liveSessionsByHash(db, secrets.map(hashSecret), now) : []
}

function liveSessionsByHash(db: Db, hashes: readonly string[], now: number) {
  return liveSessions(db, now)
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as session_id',
      'sessions.token_hash',
      'sessions.remembered',
      'users.id as user_id',
      'users.name',
      'users.email',
      'users.photo_id',
    ])
    .where('token_hash', 'in', hashes)
    .where('users.locked_at', 'is', null)
    .execute()
}

/** The secrets of one browser: that of the session in use, null for a guest, and those of its other accounts. */
export interface BrowserSecrets {
  active: string | null
  others: readonly string[]
}

interface SwitchedSecrets {
  active: string
  others: string[]
}

/**
 * Makes another session of the browser the active one and rotates the secrets of all, so that old copies of either cookie are
 * worthless. Exactly one of concurrent switches succeeds.
 *
 * @param target  one of `others`
 * @returns null when the active or the target session has ended, or its secret was just replaced
 */
export async function switchSession(
  { db, now }: { db: Db; now: number },
  { active, others }: BrowserSecrets,
  target: string,
): Promise<SwitchedSecrets | null> {
  const secrets = active === null ? others : [active, ...others]
  const required = active === null ? [target] : [active, target]
  try {
    return await inTransaction(db, async (tx) => {
      const rotated = await rotateSecrets(tx, secrets, now)
      const renewed = (secret: string) => rotated.get(secret) ?? secret
      if (!required.every((secret) => rotated.has(secret))) throw new Outdated()
      // The account left takes the place of the one chosen, so that the menu keeps its order.
      const remaining = others.flatMap((secret) => (secret === target ? (active ?? []) : secret))
      return { active: renewed(target), others: remaining.map(renewed) }
    })
  } catch (error) {
    if (error instanceof Outdated) return null
    throw error
  }
}

/** Rolls the transaction back. */
class Outdated extends Error {
  override readonly name = 'Outdated'
}

async function rotateSecrets(
  tx: Tx,
  secrets: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  const rotated = new Map<string, string>()
  // In one order, so that concurrent switches wait for each other and never deadlock.
  for (const secret of secrets.toSorted()) {
    const newOne = newSecret()
    const updated = await tx
      .updateTable('sessions')
      .set({ token_hash: hashSecret(newOne) })
      .where('token_hash', '=', hashSecret(secret))
      .where('expires_at', '>', now)
      .where('ends_at', '>', now)
      .returning('id')
      .executeTakeFirst()
    if (updated) rotated.set(secret, newOne)
  }
  return rotated
}
