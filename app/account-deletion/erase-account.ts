import { exportFiles } from '#app/data-export/data-export.ts'
import { features, lockRowsBeforeAccount } from '#app/features.ts'
import { ownedTables } from '#app/owned-tables.ts'
import { type Actor, systemActor } from '#app/platform/actor.ts'
import { additionalAddresses } from '#app/platform/auth/email-owner.ts'
import { eraseMailedCodes } from '#app/platform/auth/mailed-codes.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { allowLogErasure } from '#app/platform/event-log/allow-log-erasure.ts'
import { auditLine } from '#app/platform/event-log/audit-line.ts'
import { auditedService, enqueueAuditLine } from '#app/platform/event-log/audit-stream.ts'
import { enqueueAfterDeletion } from '#app/platform/hooks/after-hooks.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { deleteQueuedMail } from '#app/platform/mail/delete-queued-mail.ts'
import { sessionEndedMessage } from '#app/platform/realtime/account-message.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { enqueueWebhookEvent, hasWebhooks } from '#app/platform/webhooks/enqueue-webhook-event.ts'
import { photoFilePaths } from '#app/profile-photo/profile-photo.ts'

import type { DeletionReceipt } from './deletion-receipt.ts'

/** Work that remains after the account's rows are deleted. */
export interface AccountErasedPayload {
  receipt: DeletionReceipt
  to: { name: string; email: string; locale: string | null; timezone: string | null }
  /** Paths in the file store. */
  files: string[]
}

/**
 * Erases every row of an account whose grace period is over; owned tables cascade. The same transaction enqueues the job
 * for the files and the receipt, so a crash leaves nothing undone. Does nothing when the deletion was cancelled.
 */
export async function eraseAccount(
  tx: Tx,
  keys: Keyring,
  { userId, leavesAt }: { userId: string; leavesAt: number },
  now: number,
): Promise<void> {
  await lockRowsBeforeAccount(tx, userId)
  // Locks the row, so that the counts match what is deleted.
  const user = await tx
    .updateTable('users')
    .set({ leaves_at: leavesAt })
    .where('id', '=', userId)
    .where('leaves_at', '=', leavesAt)
    .where('leaves_at', '<=', now)
    .returning(['id', 'name', 'email', 'email_key', 'locale', 'timezone', 'created_at'])
    .executeTakeFirst()
  if (!user) return

  const { email } = user
  const files = [...(await photoFilePaths(tx, userId)), ...(await exportFiles(tx, userId))]
  const rows = await countOwnedRows(tx, userId)
  const others = await additionalAddresses(tx, userId)
  const addresses = [email, ...others.map((other) => other.email)]
  const waiting_mails = await deleteQueuedMail(tx, keys, addresses)
  const emailKeys = addresses.map(emailKey)
  await tx.deleteFrom('one_time_tokens').where('email_key', 'in', emailKeys).execute()
  await eraseMailedCodes(tx, emailKeys)
  for (const feature of features) await feature.beforeErasure?.(tx, { userId, emailKeys, now })
  await tx
    .deleteFrom('jobs')
    .where('dedupe_key', 'like', `%:${userId}`)
    .where('kind', '!=', 'account-deletion')
    .execute()
  await allowLogErasure(tx, userId, now)
  await broadcastSessionsEnded(tx, userId, now)
  const { event_count } = await tx
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning('event_count')
    .executeTakeFirstOrThrow()
  await auditErasure(tx, systemActor(userId, now), event_count + 1)

  const receipt: DeletionReceipt = {
    account: userId,
    address: email,
    created: toIso(user.created_at),
    erased: toIso(now),
    gone: { ...rows, files: files.length, waiting_mails },
  }
  if (await hasWebhooks(tx))
    await enqueueWebhookEvent(
      tx,
      keys,
      { type: 'user.deleted', userId: null, data: { user_id: userId } },
      now,
    )
  await enqueueAfterDeletion(tx, keys, { userId, at: now })
  const payload: AccountErasedPayload = { receipt, to: user, files }
  await enqueue(tx, keys, { kind: 'account-erased', payload, now })
}

/** The erasure is no event of the log, which it erases, but its line has the next number. */
async function auditErasure(tx: Tx, actor: Actor, seq: number): Promise<void> {
  const service = auditedService(tx)
  if (service === undefined) return
  const event = { actor, type: 'account.erased', data: {}, seq, at: actor.now }
  await enqueueAuditLine(tx, auditLine({ service, ...event }))
}

/** The sessions are deleted by cascade, without an event, but their open channels must close. */
async function broadcastSessionsEnded(tx: Tx, userId: string, now: number): Promise<void> {
  const sessions = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  for (const { id } of sessions) await broadcast(tx, sessionEndedMessage(userId, id, now), now)
}

type DynamicTables = Record<string, Record<string, string | number | null>>

async function countOwnedRows(tx: Tx, userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const tables = tx.withTables<DynamicTables>()
  for (const table of Object.keys(ownedTables)) {
    const owner = table === 'users' ? 'id' : 'user_id'
    counts[table] = await countRows(tables.selectFrom(table).where(owner, '=', userId))
  }
  return counts
}
