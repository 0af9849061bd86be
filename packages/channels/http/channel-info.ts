import type { Hub } from '#hub/hub.ts'
import { parseChannelKind } from '#protocol/channel-name.ts'

import { HttpError } from './http-error.ts'

export interface ChannelInfo {
  occupied?: boolean
  user_count?: number
  subscription_count?: number
  cache?: { data: string; ttl: number } | null
}

type Attribute = 'user_count' | 'subscription_count' | 'cache'

/** @throws {HttpError} 400 for an unknown attribute */
export function parseAttributes(text: unknown): Attribute[] {
  if (text === undefined || text === '') return []
  const names = typeof text === 'string' ? text.split(',') : ['']
  return names.map((name) => {
    if (name === 'user_count' || name === 'subscription_count' || name === 'cache') return name
    throw new HttpError(400, 'Unknown channel attribute')
  })
}

/**
 * The requested attributes, without those that this kind of channel does not have.
 *
 * @internal
 */
export function channelAttributes(hub: Hub, name: string, attributes: Attribute[]): ChannelInfo {
  const kind = parseChannelKind(name)
  const isPresence = kind?.access === 'presence'
  const info: ChannelInfo = {}
  if (isPresence && attributes.includes('user_count')) info.user_count = hub.rosters.get(name).size
  if (!isPresence && hub.settings.subscriptionCounts && attributes.includes('subscription_count'))
    info.subscription_count = countSubscriptions(hub, name)
  if (kind?.isCache && attributes.includes('cache')) {
    const cached = hub.cache.get(name, performance.now())
    info.cache = cached && { data: cached.event.data, ttl: cached.ttl }
  }
  return info
}

/** @internal */
export function channelInfo(hub: Hub, name: string, attributes: Attribute[]): ChannelInfo {
  if (!parseChannelKind(name)) throw new HttpError(400, 'Invalid channel name')
  const info = channelAttributes(hub, name, attributes)
  for (const attribute of attributes)
    if (!(attribute in info)) throw new HttpError(400, `The channel has no ${attribute}`)
  const occupied = countSubscriptions(hub, name) > 0
  return { occupied, ...(occupied || 'cache' in info ? info : {}) }
}

/** @internal */
export function occupiedChannels(hub: Hub, prefix: string, attributes: Attribute[]) {
  if (attributes.includes('user_count') && !prefix.startsWith('presence-'))
    throw new HttpError(400, 'user_count needs filter_by_prefix=presence-')
  const names = new Set([...hub.occupancy.channels(), ...hub.channels.keys()])
  const channels: Record<string, ChannelInfo> = Object.create(null)
  for (const name of names) {
    if (name.startsWith('#') || !name.startsWith(prefix) || countSubscriptions(hub, name) === 0)
      continue
    channels[name] = channelAttributes(hub, name, attributes)
  }
  return channels
}

/** @internal */
export function channelUsers(hub: Hub, name: string): { id: string }[] {
  if (parseChannelKind(name)?.access !== 'presence')
    throw new HttpError(400, 'Only presence channels have users')
  return [...hub.rosters.get(name).keys()].map((id) => ({ id }))
}

/** Adds the other nodes' counts to this process's live one, which is newer than what it published. */
function countSubscriptions(hub: Hub, name: string): number {
  const local = hub.channels.get(name)?.sockets.size ?? 0
  return local + hub.occupancy.countElsewhere(name, hub.node)
}
