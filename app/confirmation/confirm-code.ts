import type { SessionAccount } from '#app/platform/account.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid } from '#app/platform/errors.ts'
import { holdAccount } from '#app/platform/hold-account.ts'
import type { Means } from '#app/platform/post.ts'
import { confirmSession } from '#app/platform/sessions.ts'
import { codeSentences, useCode } from '#app/two-factor/two-factor.ts'

/** Confirms the session for whoever has the person's app in their hand. @returns its new secret @throws Invalid */
export async function confirmCode(
  { db, keys, phoneTime }: Pick<Means, 'db' | 'keys' | 'phoneTime'>,
  account: SessionAccount,
  code: string,
): Promise<{ secret: string }> {
  return inTransaction(db, async (tx) => {
    await holdAccount(tx, account.userId)
    const verdict = await useCode(tx, keys, { userId: account.userId, code, phoneTime })
    if (verdict !== 'right') throw new Invalid({ code: codeSentences[verdict] })
    return confirmSession(tx, account, 'code')
  })
}
