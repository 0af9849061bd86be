import type { RequestOrigin } from '#app/platform/actor.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseUserAgent } from '#app/platform/lib/user-agent.ts'

import type { TrustedDeviceRow } from './pages.ts'

export { trustDevice, useTrustedDevice } from './trust-device.ts'
export { revokeOnSecretReuse } from './detect-secret-reuse.ts'
export { untrustDevices } from './untrust-devices.ts'

/** The account's trusted devices, the latest first. */
export async function trustedDevices(
  db: Db,
  { userId, now, trustSecrets = [] }: RequestOrigin & { userId: string },
): Promise<TrustedDeviceRow[]> {
  const ownHashes = new Set(trustSecrets.map(hashSecret))
  const rows = await db
    .selectFrom('trusted_devices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ...parseUserAgent(row.user_agent),
    country: row.country,
    trustedAt: toIso(row.created_at),
    lastUsedAt: toIso(row.last_used_at),
    endsAt: toIso(row.expires_at),
    isThisDevice: ownHashes.has(row.token_hash),
  }))
}
