import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { confirmSession } from '#app/platform/sessions/sessions.ts'

import { clockToleranceMs } from './limits.ts'
import type { Identity } from './provider-identity.ts'

/** `stale`: the provider has not asked for a proof since then. `unlinked`: it asked somebody else. */
export type ConfirmationRefusal = 'stale' | 'unlinked'

interface Confirmation {
  provider: ProviderConfig
  identity: Identity
  /** When the confirmation was asked for, in real time. */
  startedAt: number
}

/** Confirms the session by a proof that the provider has just asked for. @returns the session's new secret */
export async function confirmWithProvider(
  { db, realNow }: Pick<ActionContext, 'db' | 'realNow'>,
  actor: SessionActor,
  { provider, identity, startedAt }: Confirmation,
): Promise<{ secret: string } | { refused: ConfirmationRefusal }> {
  const { authenticatedAt, issuer, subject } = identity
  // Providers count in whole seconds.
  const earliest = startedAt - 1000 - clockToleranceMs
  const isFresh =
    authenticatedAt !== null &&
    authenticatedAt >= earliest &&
    authenticatedAt <= realNow + clockToleranceMs
  if (!isFresh) return { refused: 'stale' }

  return inTransaction(db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    const linked = await tx
      .selectFrom('linked_accounts')
      .select('id')
      .where('user_id', '=', actor.userId)
      .where('provider', '=', provider.id)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return linked ? confirmSession(tx, actor, 'provider') : { refused: 'unlinked' }
  })
}
