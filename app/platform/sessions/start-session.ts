import type { AccountEvents } from '#app/account-events.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import {
  type ProviderSession,
  enforceRequiredProvider,
} from '#app/platform/auth/required-provider.ts'
import type { Config } from '#app/platform/config/config.ts'
import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { endSessions } from './end-sessions.ts'
import { idleExpiry } from './idle-expiry.ts'
import { recordDevice } from './known-devices.ts'
import { requireUnlocked } from './sessions.ts'

/** The part of a new session that the browser gets. */
export interface StartedSession {
  secret: string
  /** A new secret of this trusted device, and the one in its cookie that it replaces. */
  trust?: { secret: string; replaces: string | null }
}

export interface NewSession extends RequestOrigin {
  userId: string
  method: AccountEvents['session.started']['method']
  remembered: boolean
  /** The sign-in at a provider that started it. */
  provider?: ProviderSession | null
  /** The owner knows of the device: by another mail, or from creating the account in it. */
  isNoticed?: boolean
  /** False if the sign-in does not count as a confirmation. */
  isConfirmed?: boolean
}

/**
 * Starts a session, records it, and mails the user when the device is unknown. Only the secret's hash is stored.
 *
 * @throws AccountLocked when the operator locked the account, ProviderRequired when its domain has to sign in with a provider;
 *   the caller's transaction rolls back
 */
export async function startSession(
  tx: Tx,
  context: Pick<ActionContext, 'keys' | 'mailWriter' | 'config'>,
  newSession: NewSession,
): Promise<{ id: string; secret: string }> {
  const { userId, method, remembered, provider = null, country = null, ...client } = newSession
  const { ip, userAgent, now } = client
  const id = newId()
  const secret = newSecret()
  const { sessionLengths } = context.config
  const ends_at = now + sessionLengths.maxMs
  // A full sign-in has just proved what a confirmation asks for.
  const confirmed = newSession.isConfirmed !== false

  await tx
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      token_hash: hashSecret(secret),
      method,
      remembered: remembered ? 1 : 0,
      ip,
      user_agent: userAgent,
      country,
      created_at: now,
      last_active_at: now,
      expires_at: idleExpiry(sessionLengths, remembered, now),
      ends_at,
      confirmed_at: confirmed ? now : null,
      carried_sealed: null,
      linked_account_id: provider?.linkedAccountId ?? null,
      provider_sid: provider?.sid ?? null,
      has_trusted_factor: provider?.hasTrustedFactor === true ? 1 : 0,
    })
    .execute()

  const actor = { userId, sessionId: id, ip, userAgent, country, now }
  await recordDevice(tx, context, newSession)
  await recordEvent(tx, actor, 'session.started', {
    session: id,
    method,
    remembered,
    confirmed,
    endsAt: toIso(ends_at),
    ...(provider && (await providerDetails(tx, context.config, provider))),
  })
  // Recording has locked the account's row: a concurrent lock is visible here, or waits and then ends this session too.
  await requireUnlocked(tx, userId)
  await enforceRequiredProvider(tx, context.config, userId, provider)
  // For the same reason, of concurrent sign-ins only the last keeps its session.
  if (context.config.singleSession)
    await endSessions(tx, actor, { by: 'other-session', why: 'single-session' }, id)
  return { id, secret }
}

type ProviderDetails = Pick<
  AccountEvents['session.started'],
  'linkedAccount' | 'provider' | 'hasTrustedFactor'
>

async function providerDetails(
  tx: Tx,
  { providers }: Pick<Config, 'providers'>,
  { linkedAccountId, hasTrustedFactor = false }: ProviderSession,
): Promise<ProviderDetails> {
  const linked = await tx
    .selectFrom('linked_accounts')
    .select('provider')
    .where('id', '=', linkedAccountId)
    .executeTakeFirst()
  const label = providers.find(({ id }) => id === linked?.provider)?.label ?? linked?.provider
  return {
    linkedAccount: linkedAccountId,
    ...(label !== undefined && { provider: label }),
    ...(hasTrustedFactor && { hasTrustedFactor }),
  }
}
