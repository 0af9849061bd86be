import type { SessionAccount } from '#app/platform/account.ts'
import type { Means } from '#app/platform/post.ts'
import { confirmSession } from '#app/platform/sessions.ts'

import type { Use } from './challenges.ts'
import type { Assertion } from './credential-form.ts'
import { notProved } from './refusals.ts'
import type { RelyingParty } from './relying-party.ts'
import { passkeyOf, usePasskey } from './use-passkey.ts'

/** Shows that the person at this session is still the one who signed in. @returns its new secret */
export async function confirmWithPasskey(
  means: Means,
  account: SessionAccount,
  assertion: Assertion,
  { use, party }: { use: Use; party: RelyingParty },
): Promise<{ secret: string }> {
  const passkey = await passkeyOf(means.db, assertion)
  if (passkey.user_id !== account.userId) throw notProved()
  const using = { passkey, assertion, use, party, account }
  return usePasskey(means, using, (tx) => confirmSession(tx, account, 'passkey'))
}
