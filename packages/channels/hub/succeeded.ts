import type { ChannelKind } from '#protocol/channel-name.ts'
import * as frames from '#protocol/frames.ts'
import { parsedObject } from '#protocol/json.ts'

import type { Kept } from './history.ts'
import type { Hub } from './hub.ts'

interface Named {
  name: string
  kind: ChannelKind
}

/** Whether what was missed in a channel can be had again. Members of presence channels get the roster instead. */
export function isRecoverable(hub: Hub, { name, kind }: Named): boolean {
  const canBe = kind.access === 'public' || (kind.access === 'private' && !kind.isEncrypted)
  return canBe && hub.settings.recoverable(name)
}

/** Lets a client know where it is. Only data that is an object has a place for it. */
export function numbered(data: string, position: number): string {
  const object = parsedObject(data)
  return object ? JSON.stringify({ ...object, _offset: position }) : data
}

/** @param missed  undefined when nobody asked for it, null when it is not known any more */
export function succeeded(hub: Hub, named: Named, missed?: Kept[] | null): Buffer {
  const { name, kind } = named
  if (kind.access === 'presence') return frames.subscribed(name, rosterOf(hub, name))
  if (!isRecoverable(hub, named)) return frames.subscribed(name)
  const recovered = missed === undefined ? {} : { recovered: missed !== null }
  const place = { epoch: hub.history.epoch, offset: hub.order.position }
  return frames.subscribed(name, JSON.stringify({ ...place, ...recovered }))
}

/** Put together as text, because an object would take a member called `constructor` or a numeric id for something else. */
function rosterOf(hub: Hub, name: string): string {
  const members = [...hub.rosters.of(name)]
  const ids = JSON.stringify(members.map(([user]) => user))
  const hash = members.map(([user, { info }]) => `${JSON.stringify(user)}:${info}`).join(',')
  return `{"presence":{"ids":${ids},"hash":{${hash}},"count":${members.length}}}`
}
