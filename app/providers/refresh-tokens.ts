import type { ActionContext } from '#app/platform/action-context.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'

import { checkIntervalMs } from './limits.ts'
import type { Identity } from './provider-identity.ts'

export const refreshTokenPurpose = 'provider-refresh-token'

/** Keeps the token of a sign-in for the daily check. Without the setting there is none. */
export async function keepRefreshToken(
  tx: Tx,
  { keys, now }: Pick<ActionContext, 'keys' | 'now'>,
  linkedAccountId: string,
  { refreshToken }: Identity,
): Promise<void> {
  if (refreshToken === null) return
  await tx
    .updateTable('linked_accounts')
    .set({
      refresh_token_sealed: keys.encrypt(refreshTokenPurpose, refreshToken, linkedAccountId),
      next_check_at: now + checkIntervalMs,
    })
    .where('id', '=', linkedAccountId)
    .execute()
}

/** Deletes the tokens of providers that are not checked any more. @param checked  ids of those that are */
export async function forgetUncheckedTokens(db: Db, checked: readonly string[]): Promise<void> {
  await db
    .updateTable('linked_accounts')
    .set({ refresh_token_sealed: null, next_check_at: null })
    .where('next_check_at', 'is not', null)
    .$if(checked.length > 0, (query) => query.where('provider', 'not in', checked))
    .execute()
}
