import type { ChannelKind } from '#protocol/channel-name.ts'
import * as frames from '#protocol/frames.ts'
import { parseJsonObject } from '#protocol/json.ts'

import type { HistoryEntry } from './channel-history.ts'
import type { Hub } from './hub.ts'

interface NamedChannel {
  name: string
  kind: ChannelKind
}

/** Whether missed events of a channel can be recovered. Presence channels send the roster instead. */
export function isRecoverable(hub: Hub, { name, kind }: NamedChannel): boolean {
  const isRecoverableKind =
    kind.access === 'public' || (kind.access === 'private' && !kind.isEncrypted)
  return isRecoverableKind && hub.settings.recoverable(name)
}

/** Adds the encrypted position to data that is a JSON object. */
export function withOffset(hub: Hub, data: string): string {
  const object = parseJsonObject(data)
  return object ? JSON.stringify({ ...object, _offset: hub.offset }) : data
}

/** @param missed  undefined when not requested, null when no longer stored */
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
  const position = { epoch: hub.history.epoch, offset: hub.offset }
  return frames.subscriptionSucceededFrame(name, JSON.stringify({ ...position, ...recovered }))
}

/** Concatenated as text: an object would reorder numeric ids. */
function rosterJson(hub: Hub, name: string): string {
  const members = [...hub.rosters.get(name)]
  const ids = JSON.stringify(members.map(([user]) => user))
  const hash = members.map(([user, { info }]) => `${JSON.stringify(user)}:${info}`).join(',')
  return `{"presence":{"ids":${ids},"hash":{${hash}},"count":${members.length}}}`
}
