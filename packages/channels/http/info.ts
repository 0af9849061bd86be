import type { Hub } from '#hub/hub.ts'
import { channelKind } from '#protocol/channel-name.ts'

import { Refused } from './refused.ts'

export interface ChannelInfo {
  occupied?: boolean
  user_count?: number
  subscription_count?: number
  cache?: { data: string; ttl: number } | null
}

type Attribute = 'user_count' | 'subscription_count' | 'cache'

/** @throws {Refused} for words that name nothing about a channel */
export function attributesIn(text: unknown): Attribute[] {
  if (text === undefined || text === '') return []
  const words = typeof text === 'string' ? text.split(',') : ['']
  return words.map((word) => {
    if (word === 'user_count' || word === 'subscription_count' || word === 'cache') return word
    throw new Refused(400, 'Not an attribute of channels')
  })
}

/** The attributes that a channel of this kind has; the others are left out. */
export function attributesOf(hub: Hub, name: string, attributes: Attribute[]): ChannelInfo {
  const kind = channelKind(name)
  const isPresence = kind?.access === 'presence'
  const info: ChannelInfo = {}
  if (isPresence && attributes.includes('user_count')) info.user_count = hub.rosters.of(name).size
  if (!isPresence && hub.settings.subscriptionCounts && attributes.includes('subscription_count'))
    info.subscription_count = socketsIn(hub, name)
  if (kind?.isCache && attributes.includes('cache')) {
    const cached = hub.cache.get(name, performance.now())
    info.cache = cached && { data: cached.event.data, ttl: cached.ttl }
  }
  return info
}

export function channelInfo(hub: Hub, name: string, attributes: Attribute[]): ChannelInfo {
  if (!channelKind(name)) throw new Refused(400, 'Not a name of a channel')
  const info = attributesOf(hub, name, attributes)
  for (const attribute of attributes)
    if (!(attribute in info)) throw new Refused(400, `The channel has no ${attribute}`)
  const occupied = socketsIn(hub, name) > 0
  return { occupied, ...(occupied || 'cache' in info ? info : {}) }
}

export function occupiedChannels(hub: Hub, prefix: string, attributes: Attribute[]) {
  if (attributes.includes('user_count') && !prefix.startsWith('presence-'))
    throw new Refused(400, 'user_count needs filter_by_prefix=presence-')
  const names = new Set([...hub.occupancy.channels(), ...hub.channels.keys()])
  const channels: Record<string, ChannelInfo> = Object.create(null)
  for (const name of names) {
    if (name.startsWith('#') || !name.startsWith(prefix) || socketsIn(hub, name) === 0) continue
    channels[name] = attributesOf(hub, name, attributes)
  }
  return channels
}

export function usersIn(hub: Hub, name: string): { id: string }[] {
  if (channelKind(name)?.access !== 'presence')
    throw new Refused(400, 'Only presence channels know their users')
  return [...hub.rosters.of(name).keys()].map((id) => ({ id }))
}

/** This process knows its own sockets better than what it said about them. */
function socketsIn(hub: Hub, name: string): number {
  const here = hub.channels.get(name)?.sockets.size ?? 0
  return here + hub.occupancy.countElsewhere(name, hub.node)
}
