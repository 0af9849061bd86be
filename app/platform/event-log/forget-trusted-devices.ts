import { titlesByType } from '#app/event-titles.ts'
import type { Tx } from '#app/platform/db/connect.ts'

export const trustEndingTypes = [...titlesByType]
  .flatMap(([type, { security }]) => (security === 'ends-trust' ? type : []))
  .toSorted()

const endingTypes = new Set(trustEndingTypes)

export function endsDeviceTrust(type: string): boolean {
  return endingTypes.has(type)
}

/** Revokes the trust of every device of the account. */
export async function forgetTrustedDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('trusted_devices').where('user_id', '=', userId).execute()
}
