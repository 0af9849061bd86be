import { randomBytes } from 'node:crypto'

import type { SessionAccount } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { minute } from '#app/platform/durations.ts'
import { endSessions } from '#app/platform/end-sessions.ts'
import { Invalid, NotSignedIn } from '#app/platform/errors.ts'
import { holdAccount } from '#app/platform/hold-account.ts'
import { newId } from '#app/platform/ids.ts'
import type { Keyring } from '#app/platform/keys.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'

import { endChallenges } from './challenge.ts'
import { twoFactorOnNotice } from './notices.mail.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { stepOfCode, typedCode } from './totp.ts'
import { codeSentences } from './use-code.ts'

const purpose = 'two-factor-setup'
const lifeMs = 30 * minute
/** As long as the digest the codes are made with; what RFC 4226 §4 recommends. */
const secretBytes = 20

/** A key that an app may already have, and that protects nothing until its first code has come back. */
export interface SetUp {
  id: string
  secret: Buffer
  expiresAt: number
}

/** Whose set-up it is. Only the session that began it goes on with it: another one may be a thief's, who has seen the key. */
type Owner = Pick<SessionAccount, 'userId' | 'sessionId'>

/**
 * Begins a set-up. One that this session has begun already goes on with its key, so that every open tab shows the same; where
 * two-factor is on, nothing begins.
 *
 * @param force  with a new key in any case, to move to another app; the old one works until the new one is confirmed
 */
export async function startSetUp(
  { db, keys, now }: Means,
  owner: Owner,
  { force }: { force: boolean },
): Promise<void> {
  const { userId: user_id, sessionId } = owner
  const id = newId()
  const secret = randomBytes(secretBytes).toString('hex')
  const secret_sealed = keys.seal(purpose, `${sessionId} ${secret}`, id)

  await inTransaction(db, async (tx) => {
    const person = await holdAccount(tx, user_id)
    if (!person) throw new NotSignedIn()
    if (person.two_factor_enabled_at !== null && !force) return
    if (!force && (await openSetUp({ db: tx, keys, now }, owner))) return
    await tx.deleteFrom('two_factor_setups').where('user_id', '=', user_id).execute()
    await tx
      .insertInto('two_factor_setups')
      .values({ id, user_id, secret_sealed, created_at: now, expires_at: now + lifeMs })
      .execute()
  })
}

/** The set-up that waits for its code; null when there is none, or no longer, or another session has begun it. */
export async function openSetUp(
  { db, keys, now }: { db: Db; keys: Keyring; now: number },
  { userId, sessionId }: Owner,
): Promise<SetUp | null> {
  const row = await db
    .selectFrom('two_factor_setups')
    .select(['id', 'secret_sealed', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const [session, secret] = (row && keys.open(purpose, row.secret_sealed, row.id))?.split(' ') ?? []
  return row && secret && session === sessionId
    ? { id: row.id, secret: Buffer.from(secret, 'hex'), expiresAt: row.expires_at }
    : null
}

/**
 * Turns two-factor on, once a code shows that the app has the key. Sessions that the password alone has opened elsewhere
 * end with it.
 *
 * @returns the recovery codes, the only copy
 * @throws Invalid
 */
export async function confirmSetUp(
  means: Means,
  account: SessionAccount,
  code: string,
): Promise<string[]> {
  const { db, keys, now, phoneTime } = means
  const { userId } = account
  const setUp = await openSetUp(means, account)
  if (!setUp) throw new Invalid({ code: over })
  const step = stepOfCode(setUp.secret, typedCode(code) ?? '', phoneTime)
  if (step === null) throw new Invalid({ code: codeSentences.wrong })
  const secret = keys.seal('two-factor', setUp.secret.toString('hex'), userId)

  return inTransaction(db, async (tx) => {
    const person = await holdAccount(tx, userId)
    if (!person) throw new NotSignedIn()
    if (!(await consumeSetUp(tx, setUp))) throw new Invalid({ code: over })

    await tx
      .updateTable('users')
      .set({
        two_factor_secret_sealed: secret,
        two_factor_enabled_at: now,
        two_factor_last_step: step,
        two_factor_wrong_count: 0,
      })
      .where('id', '=', userId)
      .execute()
    const { codes } = await replaceRecoveryCodes(tx, userId, now)
    await endChallenges(tx, userId)
    await endSessions(tx, account, { by: 'other-session', why: 'two-factor' }, account.sessionId)
    await record(tx, account, 'two-factor.enabled', { recoveryCodes: codes.length })
    await sendSecurityNotice(tx, means, account, twoFactorOnNotice())
    return codes
  })
}

const over = 'This set-up has run out. Begin again with a new picture.'

/** Of all who confirm at once, one gets true. */
export async function consumeSetUp(tx: Db, { id }: Pick<SetUp, 'id'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('two_factor_setups')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
