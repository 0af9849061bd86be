import { msg, type Translator } from '@foyer/i18n'

import type { PasskeyRow } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseUserAgent, deviceName } from '#app/platform/lib/user-agent.ts'

import { authenticatorName } from './authenticator-names.ts'

export { passkeyRemovedNotice } from './notices.mail.ts'
export { removePasskeys } from './remove-passkey.ts'

/** The account's passkeys, most recently used first. */
export async function passkeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'aaguid', 'synced', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy(({ fn }) => fn.coalesce('last_used_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute()

  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: authenticatorName(row.aaguid),
    isSynced: row.synced === 1,
    addedAt: toIso(row.created_at),
    lastUsedAt: toIso(row.last_used_at),
  }))
}

export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return passkey !== undefined
}

/** Names a new passkey after the browser that created it. */
export function defaultPasskeyName(t: Translator, userAgent: string | null): string {
  return t(deviceName(parseUserAgent(userAgent)) ?? msg('Passkey'))
}
