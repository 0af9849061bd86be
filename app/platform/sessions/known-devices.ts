import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { networkKey } from '#app/platform/validation/ip-addresses.ts'

import { newDeviceNotice } from './new-device.mail.ts'
import { deviceLabel } from './user-agent.ts'

/**
 * Notes the browser that a session starts from, and writes to the owner when it is a new one; the account's first session
 * is no news. One that lost its cookie is still known by its name in its network: who clears cookies every evening would
 * otherwise learn not to read these mails.
 */
export async function recordDevice(
  tx: Tx,
  context: Pick<ActionContext, 'keys' | 'mailWriter'>,
  session: RequestOrigin & { userId: string },
): Promise<void> {
  const { userId, now } = session
  const [isFirst, known] = [await isFirstSession(tx, userId), await isRecognized(tx, session)]
  await upsertDevice(tx, session)
  if (isFirst || known) return
  await sendSecurityNotice(
    tx,
    { ...context, now },
    { ...session, sessionId: null },
    newDeviceNotice(),
  )
}

/** Whether someone signed in to the account from this very browser before: its cookie says so, nothing softer. */
export async function isKnownDevice(db: Db, emailKey: string, device: string): Promise<boolean> {
  const found = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.user_id')
    .where('users.email_key', '=', emailKey)
    .where('device_hash', '=', hashSecret(device))
    .executeTakeFirst()
  return found !== undefined
}

/** After "this wasn't me" every browser is a stranger again. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

async function isFirstSession(tx: Tx, userId: string): Promise<boolean> {
  const earlier = await tx
    .selectFrom('events')
    .select('seq')
    .where('user_id', '=', userId)
    .where('type', '=', 'session.started')
    .limit(1)
    .executeTakeFirst()
  return earlier === undefined
}

async function isRecognized(tx: Tx, { userId, ...origin }: RequestOrigin & { userId: string }) {
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

async function upsertDevice(
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
