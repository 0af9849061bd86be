import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'

import { lockEmailKeys } from './email-owner.ts'
import { revokeTokensForAddress } from './one-time-tokens.ts'

/** Consumes the open invitations of an address. @returns whether there was one */
export async function revokeInvitation(
  tx: Tx,
  { keys, now }: { keys: Keyring; now: number },
  emailKey: string,
): Promise<boolean> {
  await lockEmailKeys(tx, [emailKey])
  return revokeTokensForAddress(tx, keys, { emailKey, purpose: 'invitation', now }, () => true)
}
