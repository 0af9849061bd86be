import { revokeTokens } from '#app/api-tokens/api-tokens.ts'
import { askForEmailChange, withdrawEmailChange } from '#app/email-change/email-change.ts'
import { removePasskeys } from '#app/passkeys/passkeys.ts'
import type { SessionAccount } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { holdAccount } from '#app/platform/hold-account.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { endSession } from '#app/platform/sessions.ts'
import { removeTwoFactorSince } from '#app/two-factor/two-factor.ts'

import type { LeftBehind } from './left-behind.ts'
import { foundBehind } from './not-me-answer.ts'

/**
 * Takes back what was left behind by whoever was behind an event: at once what can be taken back at once; an address comes
 * back by the usual mail; the password its owner chooses next. Done again, it does what is left to do.
 *
 * @throws NotFound for an event that there is not, or one of the session that asks
 */
export async function disownEvent(
  means: Means,
  account: SessionAccount,
  seq: number,
): Promise<void> {
  const found = await inTransaction(means.db, async (tx) => {
    await holdAccount(tx, account.userId)
    const behind = await foundBehind(tx, account, seq)
    if (!behind) throw new NotFound()
    await takeBack(tx, account, { seq, behind })
    return behind
  })
  const { address } = found
  if (address?.isPending) await withdrawEmailChange(means, account)
  if (address?.isMoved && !address.isOnItsWay) {
    await askForEmailChange(means, account, address.before)
  }
}

async function takeBack(
  tx: Tx,
  account: SessionAccount,
  { seq, behind }: { seq: number; behind: LeftBehind },
): Promise<void> {
  const { sessions, tokens, passkeys, secondFactor } = behind
  for (const session of sessions.toSorted()) {
    await endSession(tx, account, session, { by: 'other-session', why: 'not-me' })
  }
  await revokeTokens(tx, account, { which: tokens.alive, why: 'not-me' })
  await removePasskeys(tx, account, passkeys.alive)
  if (secondFactor.isOn) await removeTwoFactorSince(tx, account, 0)
  await record(tx, account, 'event.disowned', {
    event: seq,
    sessions: sessions.length,
    tokens: tokens.alive.length,
    passkeys: passkeys.alive.length,
  })
}
