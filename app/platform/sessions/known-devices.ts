import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { hasAddress } from '#app/platform/auth/email-owner.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { deviceLabel } from '#app/platform/lib/user-agent.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { networkKey } from '#app/platform/validation/ip-addresses.ts'

import { newDeviceNotice } from './new-device.mail.ts'

/**
 * Stores the device of a new session and mails the user about an unknown one. A device without its cookie is recognized by
 * its label in a known network: users who clear cookies daily would otherwise learn to ignore these mails.
 */
export async function recordDevice(
  tx: Tx,
  context: Pick<ActionContext, 'keys' | 'mailWriter'>,
  { isNoticed = false, ...session }: RequestOrigin & { userId: string; isNoticed?: boolean },
): Promise<void> {
  const isNew = !(await isKnownOrSimilarDevice(tx, session))
  await addKnownDevice(tx, session)
  if (!isNew || isNoticed) return
  await sendSecurityNotice(
    tx,
    { ...context, now: session.now },
    { ...session, sessionId: null },
    newDeviceNotice(session.userAgent),
  )
}

/** Whether this browser signed in to the account before, by its device cookie only. */
export async function isKnownDeviceOfAddress(
  db: Db,
  emailKey: string,
  device: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .innerJoin('known_devices', 'known_devices.user_id', 'users.id')
    .select('users.id')
    .where(hasAddress(emailKey))
    .where('device_hash', '=', hashSecret(device))
    .executeTakeFirst()
  return found !== undefined
}

/** Whether this browser signed in to the account before, by the account's id. */
export async function isKnownDeviceOfAccount(
  db: Db,
  userId: string,
  device: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('device_hash', '=', hashSecret(device))
    .executeTakeFirst()
  return found !== undefined
}

/** Makes every device unknown, after a reported takeover. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

/** Whether the account was used in this browser before, or in one of the same name and network. */
export async function isKnownOrSimilarDevice(
  tx: Tx,
  { userId, ...origin }: RequestOrigin & { userId: string },
): Promise<boolean> {
  const { device_hash, label, network } = fingerprint(origin)
  const found = await tx
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .where(({ eb, or, and }) =>
      or([
        eb('device_hash', '=', device_hash),
        and([eb('label', '=', label), eb('network', '=', network)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Stores or refreshes a known device, which has rate limits of its own. */
export async function addKnownDevice(
  tx: Tx,
  { userId, now, ...origin }: RequestOrigin & { userId: string },
) {
  const { device_hash, label, network } = fingerprint({ ...origin, now })
  const fields = { label, network, last_seen_at: now }
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash, ...fields })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(fields))
    .execute()
}

function fingerprint({ device, ip, userAgent }: RequestOrigin) {
  return {
    device_hash: hashSecret(device ?? ''),
    label: deviceLabel(userAgent),
    network: ip === null ? '' : networkKey(ip),
  }
}
