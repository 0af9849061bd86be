import type { AccountEventType } from '#app/account-events.ts'
import { securityEventTypes } from '#app/event-titles.ts'
import type { Tx } from '#app/platform/db/connect.ts'

/** Security events that do not revoke trusted devices: strangers can cause them, or they grant no access. */
const keepsTrust: ReadonlySet<string> = new Set<AccountEventType>([
  'address-change.asked',
  'device-code.issued',
  'device.trusted',
  'device.untrusted',
  'record.broken',
  'recovery-code.used',
  'recovery.requested',
  'sign-in.refused',
  'sign-in.stopped',
  'support-access.approved',
  'support-access.requested',
  'token.changed',
  'token.created',
  'token.first-used',
  'token.revoked',
  'token.rotated',
])

/** Every other security event revokes all trusted devices, also the events of later features. */
export const trustEndingTypes = securityEventTypes.filter((type) => !keepsTrust.has(type))

const endingTypes = new Set(trustEndingTypes)

export function endsDeviceTrust(type: string): boolean {
  return endingTypes.has(type)
}

/** Revokes the trust of every device of the account. */
export async function forgetTrustedDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('trusted_devices').where('user_id', '=', userId).execute()
}
