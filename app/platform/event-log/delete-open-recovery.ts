import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { endsDeviceTrust } from './forget-trusted-devices.ts'

/** Events that stop a recovery: those that revoke trusted devices, and the request to delete the account. */
export function endsRecovery(type: string): boolean {
  return endsDeviceTrust(type) || type === 'account.leaving'
}

/** @returns whether one was open */
export async function deleteRecovery(
  tx: Db,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('account_recoveries')
    .where('user_id', '=', userId)
    .returning('expires_at')
    .executeTakeFirst()
  return deleted !== undefined && deleted.expires_at > now
}
