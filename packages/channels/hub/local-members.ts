import type { Connection } from './connection.ts'
import type { LogEntry } from './log-entries.ts'

export interface JoinRequest {
  channel: string
  user: string
  info: string
}

interface LocalMember {
  sockets: Set<Connection>
  info: string
  ticket: number
  isAccepted: boolean
}

interface LocalMembersCallbacks {
  append(entry: LogEntry): Promise<void>
  admit(connection: Connection, channel: string): void
  reject(connection: Connection, channel: string): void
  onUnavailable(connection: Connection): void
}

/** This process's members. A user's first socket waits for its `join` in the log, so that rosters match on all nodes. */
export class LocalMembers {
  readonly #channels = new Map<string, Map<string, LocalMember>>()
  readonly #callbacks: LocalMembersCallbacks
  #lastTicket = 0

  constructor(callbacks: LocalMembersCallbacks) {
    this.#callbacks = callbacks
  }

  join(connection: Connection, { channel, user, info }: JoinRequest): void {
    const existing = this.#localMember(channel, user)
    if (existing) {
      existing.sockets.add(connection)
      if (existing.isAccepted) this.#callbacks.admit(connection, channel)
      return
    }
    const ticket = ++this.#lastTicket
    const users = this.#channels.get(channel) ?? new Map<string, LocalMember>()
    const sockets = new Set([connection])
    this.#channels.set(channel, users.set(user, { sockets, info, ticket, isAccepted: false }))
    this.#callbacks.append({ kind: 'join', channel, user, info, ticket }).catch(() => {
      for (const waiting of this.#remove(channel, user, ticket))
        this.#callbacks.onUnavailable(waiting)
    })
  }

  leave(connection: Connection, channel: string, user: string): void {
    const local = this.#localMember(channel, user)
    if (!local?.sockets.delete(connection) || local.sockets.size > 0) return
    this.#remove(channel, user, local.ticket)
    this.#callbacks.append({ kind: 'leave', channel, user }).catch(() => {})
  }

  accept(channel: string, user: string, ticket: number): void {
    const local = this.#localMember(channel, user)
    if (local?.ticket !== ticket) return
    local.isAccepted = true
    for (const connection of local.sockets) this.#callbacks.admit(connection, channel)
  }

  reject(channel: string, user: string, ticket: number): void {
    const waiting = this.#remove(channel, user, ticket)
    for (const connection of waiting) this.#callbacks.reject(connection, channel)
    // A state published meanwhile may have included the user.
    this.#callbacks.append({ kind: 'leave', channel, user }).catch(() => {})
  }

  members(): [channel: string, user: string, info: string][] {
    return [...this.#channels].flatMap(([channel, users]) =>
      [...users].map(([user, { info }]): [string, string, string] => [channel, user, info]),
    )
  }

  #localMember(channel: string, user: string): LocalMember | undefined {
    return this.#channels.get(channel)?.get(user)
  }

  #remove(channel: string, user: string, ticket: number): Iterable<Connection> {
    const users = this.#channels.get(channel)
    const local = users?.get(user)
    if (!users || local?.ticket !== ticket) return []
    users.delete(user)
    if (users.size === 0) this.#channels.delete(channel)
    return local.sockets
  }
}
