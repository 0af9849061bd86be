import type { Batch, Listener, LogSnapshot } from '#bus/bus.ts'
import { parseChannelKind } from '#protocol/channel-name.ts'
import { closeCodes } from '#protocol/close-codes.ts'
import * as frames from '#protocol/frames.ts'

import type { Connection } from './connection.ts'
import type { Hub } from './hub.ts'
import { type CloseCommand, type LogEntry, allUsersRoster, type SentEntry } from './log-entries.ts'
import type { RosterEntry } from './presence-rosters.ts'
import { RevokedLabels } from './revoked-labels.ts'
import { isRecoverable, withOffset } from './subscription-succeeded.ts'

type SentEntryOf<Kind extends LogEntry['kind']> = Extract<SentEntry, { kind: Kind }>

/** Applies log entries to the hub, in the order that all nodes share. */
export class LogApplier implements Listener {
  /** The position of the last entry. */
  position = 0
  readonly #hub: Hub
  readonly #lastSeqByNode = new Map<string, number>()
  readonly #revokedLabels = new RevokedLabels()

  constructor(hub: Hub) {
    this.#hub = hub
  }

  onOpen({ epoch, horizon, batches, cached }: LogSnapshot): void {
    this.#hub.history.reset(epoch, horizon)
    for (const { first, entries, ageMs } of cached) {
      this.position = first
      for (const sent of entries)
        if (sent?.kind === 'event') this.#event(sent, performance.now() - ageMs)
    }
    this.#hub.history.reset(epoch, horizon)
    this.position = horizon
    for (const batch of batches) this.#forEachNew(batch, (sent, at) => this.#replay(sent, at))
  }

  onEntries(batch: Batch): void {
    this.#forEachNew(batch, (sent, at) => {
      try {
        this.#apply(sent, at)
      } catch (error) {
        this.#hub.settings.onError(error)
      }
    })
  }

  onReset(epoch: string): void {
    this.position = 0
    this.#hub.history.reset(epoch, 0)
    for (const { sockets } of this.#hub.channels.values())
      for (const connection of sockets.keys()) sockets.set(connection, 0)
  }

  onGap(epoch: string, position: number): void {
    this.onReset(epoch)
    this.position = position
    this.#hub.history.reset(epoch, position)
    this.#hub.onGap()
    this.#hub.nodes.sendHello().catch(() => {})
  }

  sweep(now: number): void {
    this.#revokedLabels.sweep(now)
  }

  #forEachNew(
    { first, entries, ageMs }: Batch,
    callback: (sent: SentEntry, at: number) => void,
  ): void {
    const at = performance.now() - ageMs
    for (const [index, sent] of entries.entries()) {
      this.position = first + index
      if (!sent || sent.seq <= (this.#lastSeqByNode.get(sent.from) ?? 0)) continue
      this.#lastSeqByNode.set(sent.from, sent.seq)
      callback(sent, at)
    }
  }

  /** Replays entries from before this node started: events for recovery, and closed labels for sockets bound late. */
  #replay(sent: SentEntry, at: number): void {
    if (sent.kind === 'event') this.#event(sent, at)
    else if (sent.kind === 'close') this.#close(sent)
  }

  #apply(sent: SentEntry, at: number): void {
    this.#hub.nodes.onEntry(sent.from, sent.kind)
    if (sent.kind === 'event') this.#event(sent, at)
    else if (sent.kind === 'client') this.#clientEvent(sent)
    else if (sent.kind === 'join') this.#join(sent)
    else if (sent.kind === 'leave') this.#leave(sent)
    else if (sent.kind === 'counts')
      this.#hub.subscriptionCounts.applyCounts(sent.from, sent.counts, sent.from)
    else if (sent.kind === 'state') this.#state(sent)
    else if (sent.kind === 'bye') this.#removeNode(sent.from, sent.from)
    else if (sent.kind === 'gone') this.#removeNode(sent.node, sent.from)
    else if (sent.kind === 'bind') this.#bind(sent)
    else if (sent.kind === 'close') this.#close(sent)
    else if (sent.kind === 'hello' && sent.from !== this.#hub.node) this.#hub.nodes.publishState()
  }

  #event({ channels, name, data, except }: SentEntryOf<'event'>, at: number): void {
    for (const channelName of channels) {
      const channel = this.#hub.channels.get(channelName)
      const kind = channel?.kind ?? parseChannelKind(channelName)
      if (!kind) continue
      const recoverable = isRecoverable(this.#hub, { name: channelName, kind })
      const event = { name, data: recoverable ? withOffset(this.#hub, data) : data }
      if (kind.isCache) this.#hub.cache.set(channelName, { ...event, at })
      if (!channel && !recoverable) continue
      const frame = frames.eventFrame(channelName, event)
      if (recoverable) this.#hub.history.add(channelName, { position: this.position, frame, at })
      channel?.deliver(frame, this.position, except)
    }
  }

  #clientEvent({ from, channel, name, data, socket, user }: SentEntryOf<'client'>): void {
    const frame = frames.clientEventFrame(channel, name, data, user)
    this.#hub.channels.get(channel)?.deliver(frame, this.position, socket)
    if (from !== this.#hub.node) return
    const by = { socket_id: socket, ...(user === undefined ? {} : { user_id: user }) }
    this.#hub.emitWebhookEvent({ name: 'client_event', channel, event: name, data, ...by })
  }

  #join(sent: SentEntryOf<'join'>): void {
    const { from, channel, user, ticket } = sent
    const { rosters, localMembers, settings, node } = this.#hub
    const roster = rosters.get(channel)
    const isFull = channel !== allUsersRoster && roster.size >= settings.limits.membersPerChannel
    if (isFull && !roster.has(user))
      return void (from === node && localMembers.reject(channel, user, ticket))
    if (rosters.add(from, sent)) this.#memberAdded(sent, from)
    if (from === node) localMembers.accept(channel, user, ticket)
  }

  #leave(entry: SentEntryOf<'leave'>): void {
    if (this.#hub.rosters.remove(entry.from, entry)) this.#memberRemoved(entry, entry.from)
  }

  #state({ from, members, counts }: SentEntryOf<'state'>): void {
    const entries = members.map(([channel, user, info]) => ({ channel, user, info }))
    const { added, removed } = this.#hub.rosters.replace(from, entries)
    for (const entry of removed) this.#memberRemoved(entry, from)
    for (const entry of added) this.#memberAdded(entry, from)
    this.#hub.subscriptionCounts.applyAllCounts(from, counts, from)
  }

  #removeNode(node: string, origin: string): void {
    if (node === this.#hub.node) return void (origin !== node && this.#hub.nodes.publishState())
    this.#hub.nodes.remove(node)
    // A gone node resends nothing: it gave up its entries before it was declared gone.
    this.#lastSeqByNode.delete(node)
    const { removed } = this.#hub.rosters.replace(node, [])
    for (const entry of removed) this.#memberRemoved(entry, origin)
    this.#hub.subscriptionCounts.applyAllCounts(node, [], origin)
  }

  #memberAdded({ channel, user, info }: RosterEntry, origin: string): void {
    if (channel === allUsersRoster) return this.#hub.watchlists.changed('online', user)
    const frame = frames.memberAdded(channel, user, info)
    this.#hub.channels.get(channel)?.deliver(frame, this.position)
    if (origin === this.#hub.node)
      this.#hub.emitWebhookEvent({ name: 'member_added', channel, user_id: user })
  }

  #memberRemoved({ channel, user }: Omit<RosterEntry, 'info'>, origin: string): void {
    if (channel === allUsersRoster) return this.#hub.watchlists.changed('offline', user)
    this.#hub.channels.get(channel)?.deliver(frames.memberRemoved(channel, user), this.position)
    if (origin === this.#hub.node)
      this.#hub.emitWebhookEvent({ name: 'member_removed', channel, user_id: user })
  }

  #bind({ socket, label }: SentEntryOf<'bind'>): void {
    const connection = this.#hub.connections.get(socket)
    const labels = connection && (connection.labels ??= new Set())
    if (!labels || labels.has(label)) return
    if (this.#revokedLabels.has(label))
      return connection.closeWithError(closeCodes.unauthorized, 'Closed')
    if (labels.size >= this.#hub.settings.limits.labelsPerSocket)
      return connection.close(closeCodes.reconnect, 'Too many labels, reconnect')
    labels.add(label)
    this.#hub.labels.add(label, connection)
  }

  #close({ by, value, code, reason }: CloseCommand): void {
    if (by === 'label' && code === closeCodes.unauthorized) this.#revokedLabels.add([value].flat())
    for (const connection of [value].flat().flatMap((one) => this.#matchingConnections(by, one))) {
      // A client that shall reconnect shows no error.
      if (code < closeCodes.reconnectLater) connection.closeWithError(code, reason)
      else connection.close(code, reason)
    }
  }

  #matchingConnections(by: CloseCommand['by'], value: string): Connection[] {
    if (by === 'user') return this.#hub.users.get(value)
    if (by === 'label') return this.#hub.labels.get(value)
    return [this.#hub.connections.get(value)].filter((socket) => socket !== undefined)
  }
}
