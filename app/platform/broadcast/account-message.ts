import type { AccountEvents, AccountEventType, AccountMessage } from '#app/events.ts'
import type { Account } from '#app/platform/account.ts'
import { device } from '#app/platform/device.ts'
import { moment } from '#app/platform/moment.ts'

import type { Message } from './broadcast.ts'
import { channelOfAccount } from './channel-names.ts'

/** The message that an event of the record is told with. What it does not name here stays in the record. */
export function accountMessage<Type extends AccountEventType>(
  { userId, sessionId, ip, userAgent, now }: Account,
  { type, sequence, data }: { type: Type; sequence: number; data: AccountEvents[Type] },
): Message & { data: AccountMessage } {
  const message: AccountMessage = { sequence, at: moment(now), session: sessionId }
  if (type === 'session.started') message.from = { ...device(userAgent), ip }
  if (type === 'session.ended' && 'session' in data) message.ended = data.session
  return { channel: channelOfAccount(userId), sequence, name: type, data: message }
}

/** Of a session that goes with its account, after everything else that could be said of it. */
export function lastMessage(userId: string, ended: string, now: number): Message {
  const sequence = Number.MAX_SAFE_INTEGER
  const data: AccountMessage = { sequence, at: moment(now), session: null, ended }
  return { channel: channelOfAccount(userId), sequence, name: 'session.ended', data }
}
