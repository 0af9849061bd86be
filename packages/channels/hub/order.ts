import type { Batch, Listener, Past } from '#bus/bus.ts'
import { channelKind } from '#protocol/channel-name.ts'
import * as frames from '#protocol/frames.ts'

import type { Connection } from './connection.ts'
import { EndedLabels } from './ended-labels.ts'
import { type Closing, type Entry, everybody, type Sent } from './entries.ts'
import type { Hub } from './hub.ts'
import type { Edge } from './rosters.ts'
import { isRecoverable, numbered } from './succeeded.ts'

type Of<Kind extends Entry['kind']> = Extract<Sent, { kind: Kind }>

const endedForGood = 4009

/** Does what the entries say, in their order, which is the same on all nodes. */
export class Order implements Listener {
  /** The place of the last entry. */
  position = 0
  readonly #hub: Hub
  readonly #taken = new Map<string, number>()
  readonly #endedLabels = new EndedLabels()

  constructor(hub: Hub) {
    this.#hub = hub
  }

  opened({ epoch, horizon, batches, cached }: Past): void {
    this.#hub.history.begin(epoch, horizon)
    for (const { first, entries, ageMs } of cached) {
      this.position = first
      for (const sent of entries)
        if (sent?.kind === 'event') this.#event(sent, performance.now() - ageMs)
    }
    this.#hub.history.begin(epoch, horizon)
    this.position = horizon
    for (const batch of batches) this.#each(batch, (sent, at) => this.#remember(sent, at))
  }

  said(batch: Batch): void {
    this.#each(batch, (sent, at) => {
      try {
        this.#take(sent, at)
      } catch (error) {
        this.#hub.settings.failed(error)
      }
    })
  }

  renewed(epoch: string): void {
    this.position = 0
    this.#hub.history.begin(epoch, 0)
    for (const { sockets } of this.#hub.channels.values())
      for (const connection of sockets.keys()) sockets.set(connection, 0)
  }

  lost(epoch: string, position: number): void {
    this.renewed(epoch)
    this.position = position
    this.#hub.history.begin(epoch, position)
    this.#hub.onLoss()
    this.#hub.nodes.greet().catch(() => {})
  }

  sweep(now: number): void {
    this.#endedLabels.sweep(now)
  }

  #each({ first, entries, ageMs }: Batch, take: (sent: Sent, at: number) => void): void {
    const at = performance.now() - ageMs
    for (const [index, sent] of entries.entries()) {
      this.position = first + index
      if (!sent || sent.seq <= (this.#taken.get(sent.from) ?? 0)) continue
      this.#taken.set(sent.from, sent.seq)
      take(sent, at)
    }
  }

  /** What counts although it was said before: what was missed, and what has ended for sockets that are bound late. */
  #remember(sent: Sent, at: number): void {
    if (sent.kind === 'event') this.#event(sent, at)
    else if (sent.kind === 'close') this.#close(sent)
  }

  #take(sent: Sent, at: number): void {
    this.#hub.nodes.heard(sent.from, sent.kind)
    if (sent.kind === 'event') this.#event(sent, at)
    else if (sent.kind === 'client') this.#clientEvent(sent)
    else if (sent.kind === 'join') this.#join(sent)
    else if (sent.kind === 'leave') this.#left(sent)
    else if (sent.kind === 'counts') this.#hub.counting.told(sent.from, sent.counts, sent.from)
    else if (sent.kind === 'state') this.#state(sent)
    else if (sent.kind === 'bye') this.#gone(sent.from, sent.from)
    else if (sent.kind === 'gone') this.#gone(sent.node, sent.from)
    else if (sent.kind === 'bind') this.#bind(sent)
    else if (sent.kind === 'close') this.#close(sent)
    else if (sent.kind === 'hello' && sent.from !== this.#hub.node) this.#hub.nodes.announce()
  }

  #event({ channels, name, data, except }: Of<'event'>, at: number): void {
    const { position } = this
    for (const channelName of channels) {
      const channel = this.#hub.channels.get(channelName)
      const kind = channel?.kind ?? channelKind(channelName)
      if (!kind) continue
      const isKept = isRecoverable(this.#hub, { name: channelName, kind })
      const event = { name, data: isKept ? numbered(data, position) : data }
      if (kind.isCache) this.#hub.cache.set(channelName, { ...event, at })
      if (!channel && !isKept) continue
      const frame = frames.eventFrame(channelName, event)
      if (isKept) this.#hub.history.keep(channelName, { position, frame, at })
      channel?.deliver(frame, position, except)
    }
  }

  #clientEvent({ from, channel, name, data, socket, user }: Of<'client'>): void {
    const frame = frames.clientEventFrame(channel, name, data, user)
    this.#hub.channels.get(channel)?.deliver(frame, this.position, socket)
    if (from !== this.#hub.node) return
    const by = { socket_id: socket, ...(user === undefined ? {} : { user_id: user }) }
    this.#hub.happened({ name: 'client_event', channel, event: name, data, ...by })
  }

  #join(sent: Of<'join'>): void {
    const { from, channel, user, ticket } = sent
    const { rosters, membership, settings, node } = this.#hub
    const roster = rosters.of(channel)
    const isFull = channel !== everybody && roster.size >= settings.limits.membersPerChannel
    if (isFull && !roster.has(user)) {
      if (from === node) membership.refused(channel, user, ticket)
      return
    }
    if (rosters.add(from, sent)) this.#added(sent, from)
    if (from === node) membership.accepted(channel, user, ticket)
  }

  #left(edge: Of<'leave'>): void {
    if (this.#hub.rosters.remove(edge.from, edge)) this.#removed(edge, edge.from)
  }

  #state({ from, members, counts }: Of<'state'>): void {
    const held = members.map(([channel, user, info]) => ({ channel, user, info }))
    const { added, removed } = this.#hub.rosters.replace(from, held)
    for (const edge of removed) this.#removed(edge, from)
    for (const edge of added) this.#added(edge, from)
    this.#hub.counting.toldAll(from, counts, from)
  }

  #gone(node: string, origin: string): void {
    if (node === this.#hub.node) return void (origin !== node && this.#hub.nodes.announce())
    this.#hub.nodes.forget(node)
    // It says nothing twice any more: its patience ended before that of the others.
    this.#taken.delete(node)
    const { removed } = this.#hub.rosters.replace(node, [])
    for (const edge of removed) this.#removed(edge, origin)
    this.#hub.counting.toldAll(node, [], origin)
  }

  #added({ channel, user, info }: Edge, origin: string): void {
    if (channel === everybody) return this.#hub.watchlists.changed('online', user)
    const frame = frames.memberAdded(channel, user, info)
    this.#hub.channels.get(channel)?.deliver(frame, this.position)
    if (origin === this.#hub.node)
      this.#hub.happened({ name: 'member_added', channel, user_id: user })
  }

  #removed({ channel, user }: Omit<Edge, 'info'>, origin: string): void {
    if (channel === everybody) return this.#hub.watchlists.changed('offline', user)
    this.#hub.channels.get(channel)?.deliver(frames.memberRemoved(channel, user), this.position)
    if (origin === this.#hub.node)
      this.#hub.happened({ name: 'member_removed', channel, user_id: user })
  }

  #bind({ socket, label }: Of<'bind'>): void {
    const connection = this.#hub.connections.get(socket)
    if (!connection || connection.labels?.includes(label)) return
    if (this.#endedLabels.has(label)) return connection.closeWithError(endedForGood, 'Ended')
    connection.labels = [...(connection.labels ?? []), label]
    this.#hub.labels.add(label, connection)
  }

  #close({ by, value, code, reason }: Closing): void {
    if (by === 'label' && code === endedForGood) this.#endedLabels.add(value)
    for (const connection of this.#reached(by, value)) {
      // Who shall come back has no error to show.
      if (code < 4100) connection.closeWithError(code, reason)
      else connection.close(code, reason)
    }
  }

  #reached(by: Closing['by'], value: string): Connection[] {
    if (by === 'user') return this.#hub.users.get(value)
    if (by === 'label') return this.#hub.labels.get(value)
    const connection = this.#hub.connections.get(value)
    return connection ? [connection] : []
  }
}
