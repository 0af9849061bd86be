import { randomBytes } from 'node:crypto'

import type { Bus } from '#bus/bus.ts'
import { type ChannelKind, parseChannelKind } from '#protocol/channel-name.ts'
import { closeCodes } from '#protocol/close-codes.ts'
import * as frames from '#protocol/frames.ts'
import { OffsetCipher } from '#protocol/offset-cipher.ts'

import { AppendQueue } from './append-queue.ts'
import { Backpressure } from './backpressure.ts'
import { ChannelHistory, type HistoryEntry, type LogPosition } from './channel-history.ts'
import { Channel } from './channel.ts'
import { ClusterNodes } from './cluster-nodes.ts'
import type { Connection, SignedInUser } from './connection.ts'
import { EventCache } from './event-cache.ts'
import type { Limits } from './limits.ts'
import { LocalMembers } from './local-members.ts'
import { LogApplier } from './log-applier.ts'
import { allUsersRoster } from './log-entries.ts'
import { Multimap } from './multimap.ts'
import { Occupancy } from './occupancy.ts'
import { PresenceRosters } from './presence-rosters.ts'
import { SubscriptionCounts } from './subscription-counts.ts'
import { subscriptionSucceeded } from './subscription-succeeded.ts'
import { Watchlists } from './watchlists.ts'
import type { WebhookEvent } from './webhook-event.ts'

export interface HubSettings {
  /** Encrypts the offsets that clients see. */
  secret: string
  bus: Bus
  limits: Limits
  clientEvents: boolean
  subscriptionCounts: boolean
  open(channel: string): boolean
  recoverable(channel: string): boolean
  onWebhookEvent(event: WebhookEvent): void
  onError(error: unknown): void
  beatMs: number
  busTimeoutMs: number
}

export interface Subscription {
  name: string
  kind: ChannelKind
  member?: { user: string; info: string }
  recover?: LogPosition | undefined
}

/** This process's sockets and its view of the other nodes. */
export class Hub {
  readonly node = randomBytes(9).toString('base64url')
  readonly channels = new Map<string, Channel>()
  readonly connections = new Map<string, Connection>()
  readonly users = new Multimap<Connection>()
  readonly labels = new Multimap<Connection>()
  readonly rosters = new PresenceRosters()
  readonly occupancy = new Occupancy()
  readonly watchlists = new Watchlists(this.rosters)
  readonly history: ChannelHistory
  readonly cache: EventCache
  readonly backpressure: Backpressure
  readonly appendQueue: AppendQueue
  readonly localMembers: LocalMembers
  readonly subscriptionCounts = new SubscriptionCounts(this)
  readonly nodes = new ClusterNodes(this)
  readonly logApplier = new LogApplier(this)
  readonly settings: HubSettings
  readonly offsetCipher: OffsetCipher
  /** Called when sockets missed entries that are lost. */
  onGap = () => {}

  constructor(settings: HubSettings) {
    const { limits, bus, busTimeoutMs } = settings
    this.settings = settings
    this.offsetCipher = new OffsetCipher(settings.secret)
    this.history = new ChannelHistory(limits)
    this.cache = new EventCache(limits.cacheMs)
    this.backpressure = new Backpressure(limits)
    this.appendQueue = new AppendQueue(bus, this.node, busTimeoutMs)
    this.appendQueue.onRecovered = () => this.nodes.publishState()
    this.localMembers = new LocalMembers({
      append: (entry) => this.appendQueue.push(entry),
      admit: (connection, channel) => this.#admitMember(connection, channel),
      reject: (connection, channel) => this.#rejectMember(connection, channel),
      onUnavailable: (connection) =>
        connection.close(closeCodes.reconnectLater, 'Bus unavailable, reconnect'),
    })
  }

  /** The current position of the log, as clients see it. */
  get offset(): string {
    return this.offsetCipher.encrypt(this.logApplier.position)
  }

  async open(): Promise<void> {
    await this.settings.bus.open(this.logApplier)
    await this.nodes.join()
  }

  async close(): Promise<void> {
    this.subscriptionCounts.close()
    await this.appendQueue.push({ kind: 'bye' }).catch(() => {})
    this.appendQueue.close()
    await this.settings.bus.close(this.logApplier)
  }

  emitWebhookEvent(event: WebhookEvent): void {
    this.settings.onWebhookEvent(event)
  }

  subscribe(connection: Connection, subscription: Subscription): void {
    const { name, kind, member } = subscription
    const isSubscribed = connection.subscriptions.has(name)
    if (isSubscribed && this.channels.get(name)?.sockets.has(connection))
      return void connection.send(subscriptionSucceeded(this, { name, kind }))
    if (isSubscribed) return
    connection.subscriptions.set(name, member?.user ?? '')
    if (member) this.localMembers.join(connection, { channel: name, ...member })
    else this.#admit(connection, subscription)
  }

  unsubscribe(connection: Connection, name: string): void {
    const user = connection.subscriptions.get(name)
    if (user === undefined) return
    connection.subscriptions.delete(name)
    const channel = this.channels.get(name)
    if (channel?.sockets.delete(connection)) this.subscriptionCounts.markChanged(name)
    if (channel?.sockets.size === 0) this.channels.delete(name)
    if (user !== '') this.localMembers.leave(connection, name, user)
  }

  signIn(connection: Connection, user: SignedInUser): void {
    connection.user = user
    this.users.add(user.id, connection)
    this.watchlists.watch(connection, user.watchedUsers)
    this.localMembers.join(connection, { channel: allUsersRoster, user: user.id, info: 'null' })
  }

  disconnect(connection: Connection): void {
    if (!this.connections.delete(connection.id)) return
    for (const name of connection.subscriptions.keys()) this.unsubscribe(connection, name)
    for (const label of connection.labels ?? []) this.labels.remove(label, connection)
    const { user } = connection
    if (!user) return
    this.users.remove(user.id, connection)
    this.watchlists.unwatch(connection, user.watchedUsers)
    this.localMembers.leave(connection, allUsersRoster, user.id)
  }

  sweep(now: number): void {
    this.backpressure.sweep(now)
    this.history.sweep(now)
    this.cache.sweep(now)
    this.subscriptionCounts.sweep(now)
    this.logApplier.sweep(now)
  }

  /** Adds a subscriber and sends it the acknowledgement, missed events and the cached event, before anything newer. */
  #admit(connection: Connection, { name, kind, recover }: Subscription): void {
    const { socketsPerSlice } = this.settings.limits
    const channel = this.channels.get(name) ?? new Channel(name, kind, socketsPerSlice)
    this.channels.set(name, channel)
    channel.sockets.set(connection, this.logApplier.position)
    this.subscriptionCounts.markChanged(name)

    const missed = recover ? this.#missedEntries(connection, name, recover) : undefined
    connection.send(subscriptionSucceeded(this, { name, kind }, missed))
    for (const { frame } of missed ?? []) connection.send(frame)
    if (!kind.isCache || (missed && missed.length > 0)) return
    const cached = this.cache.get(name, performance.now())
    if (cached) return void connection.send(frames.eventFrame(name, cached.event))
    connection.send(frames.cacheMiss(name))
    this.emitWebhookEvent({ name: 'cache_miss', channel: name })
  }

  /** Returns missed events once per socket and channel. A short request must not fetch them again and again. */
  #missedEntries(connection: Connection, name: string, after: LogPosition): HistoryEntry[] | null {
    if (connection.recoveredChannels?.has(name)) return null
    const missed = this.history.since(name, after)
    if (missed && missed.length > 0) (connection.recoveredChannels ??= new Set()).add(name)
    return missed
  }

  #admitMember(connection: Connection, name: string): void {
    const kind = parseChannelKind(name)
    if (kind && connection.subscriptions.has(name)) this.#admit(connection, { name, kind })
  }

  #rejectMember(connection: Connection, name: string): void {
    connection.subscriptions.delete(name)
    const maxMembers = this.settings.limits.membersPerChannel
    const message = `The channel already has ${maxMembers} members`
    connection.send(frames.subscriptionError(name, 'LimitReached', 413, message))
  }
}
