import type { AccountEvents, AccountEventType, AccountEventMessage } from '#app/account-events.ts'
import type { Actor } from '#app/platform/actor.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseUserAgent } from '#app/platform/lib/user-agent.ts'

import type { BroadcastMessage } from './broadcast.ts'
import { accountChannel } from './channel-names.ts'

/** Builds the broadcast for an account event. Fields not added here are not published. */
export function accountMessage<Type extends AccountEventType>(
  { userId, sessionId, ip, userAgent, now }: Actor,
  { type, sequence, data }: { type: Type; sequence: number; data: AccountEvents[Type] },
): BroadcastMessage & { data: AccountEventMessage } {
  const message: AccountEventMessage = { sequence, at: toIso(now), session: sessionId }
  if (type === 'session.started') message.from = { ...parseUserAgent(userAgent), ip }
  if (type === 'session.ended' && 'session' in data) message.ended = data.session
  return { channel: accountChannel(userId), sequence, name: type, data: message }
}

/** Broadcast for a session deleted with its account; its sequence sorts after all others. */
export function sessionEndedMessage(
  userId: string,
  sessionId: string,
  now: number,
): BroadcastMessage {
  const sequence = Number.MAX_SAFE_INTEGER
  const data: AccountEventMessage = { sequence, at: toIso(now), session: null, ended: sessionId }
  return { channel: accountChannel(userId), sequence, name: 'session.ended', data }
}
