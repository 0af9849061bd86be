import type { ChannelKind } from '#protocol/channel-name.ts'
import * as frames from '#protocol/frames.ts'
import { parseJsonObject } from '#protocol/json.ts'

import type { HistoryEntry } from './channel-history.ts'
import type { Hub } from './hub.ts'

interface NamedChannel {
  name: string
  kind: ChannelKind
}

/** Whether what was missed in a channel can be had again. Members of presence channels get the roster instead. */
export function isRecoverable(hub: Hub, { name, kind }: NamedChannel): boolean {
  const isRecoverableKind =
    kind.access === 'public' || (kind.access === 'private' && !kind.isEncrypted)
  return isRecoverableKind && hub.settings.recoverable(name)
}

/** Lets a client know where it is. Only data that is an object has a place for it. */
export function withOffset(data: string, position: number): string {
  const object = parseJsonObject(data)
  return object ? JSON.stringify({ ...object, _offset: position }) : data
}

/** @param missed  undefined when nobody asked for it, null when it is not known any more */
export function subscriptionSucceeded(
  hub: Hub,
  channel: NamedChannel,
  missed?: HistoryEntry[] | null,
): Buffer {
  const { name, kind } = channel
  if (kind.access === 'presence')
    return frames.subscriptionSucceededFrame(name, rosterJson(hub, name))
  if (!isRecoverable(hub, channel)) return frames.subscriptionSucceededFrame(name)
  const recovered = missed === undefined ? {} : { recovered: missed !== null }
  const position = { epoch: hub.history.epoch, offset: hub.logApplier.position }
  return frames.subscriptionSucceededFrame(name, JSON.stringify({ ...position, ...recovered }))
}

/** Put together as text, because an object would take a member called `constructor` or a numeric id for something else. */
function rosterJson(hub: Hub, name: string): string {
  const members = [...hub.rosters.get(name)]
  const ids = JSON.stringify(members.map(([user]) => user))
  const hash = members.map(([user, { info }]) => `${JSON.stringify(user)}:${info}`).join(',')
  return `{"presence":{"ids":${ids},"hash":{${hash}},"count":${members.length}}}`
}
