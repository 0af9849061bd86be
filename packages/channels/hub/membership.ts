import type { Connection } from './connection.ts'
import type { Entry } from './entries.ts'

export interface Joining {
  channel: string
  user: string
  info: string
}

interface Local {
  sockets: Set<Connection>
  info: string
  ticket: number
  isAccepted: boolean
}

interface Answers {
  say(entry: Entry): Promise<void>
  admit(connection: Connection, channel: string): void
  refuse(connection: Connection, channel: string): void
  giveUp(connection: Connection): void
}

/**
 * Who is present through sockets of this process. The first socket of a user asks all nodes, in their common order, and
 * waits for the answer in that order: so the roster it gets and the changes after it fit together, on every node.
 */
export class Membership {
  readonly #channels = new Map<string, Map<string, Local>>()
  readonly #answers: Answers
  #tickets = 0

  constructor(answers: Answers) {
    this.#answers = answers
  }

  join(connection: Connection, { channel, user, info }: Joining): void {
    const known = this.#local(channel, user)
    if (known) {
      known.sockets.add(connection)
      if (known.isAccepted) this.#answers.admit(connection, channel)
      return
    }
    const ticket = ++this.#tickets
    const users = this.#channels.get(channel) ?? new Map<string, Local>()
    const sockets = new Set([connection])
    this.#channels.set(channel, users.set(user, { sockets, info, ticket, isAccepted: false }))
    this.#answers.say({ kind: 'join', channel, user, info, ticket }).catch(() => {
      for (const waiting of this.#forget(channel, user, ticket)) this.#answers.giveUp(waiting)
    })
  }

  leave(connection: Connection, channel: string, user: string): void {
    const local = this.#local(channel, user)
    if (!local?.sockets.delete(connection) || local.sockets.size > 0) return
    this.#forget(channel, user, local.ticket)
    this.#answers.say({ kind: 'leave', channel, user }).catch(() => {})
  }

  accepted(channel: string, user: string, ticket: number): void {
    const local = this.#local(channel, user)
    if (local?.ticket !== ticket) return
    local.isAccepted = true
    for (const connection of local.sockets) this.#answers.admit(connection, channel)
  }

  refused(channel: string, user: string, ticket: number): void {
    const waiting = this.#forget(channel, user, ticket)
    for (const connection of waiting) this.#answers.refuse(connection, channel)
    // What this node said about itself meanwhile may have counted the user in.
    this.#answers.say({ kind: 'leave', channel, user }).catch(() => {})
  }

  members(): [channel: string, user: string, info: string][] {
    return [...this.#channels].flatMap(([channel, users]) =>
      [...users].map(([user, { info }]): [string, string, string] => [channel, user, info]),
    )
  }

  #local(channel: string, user: string): Local | undefined {
    return this.#channels.get(channel)?.get(user)
  }

  #forget(channel: string, user: string, ticket: number): Iterable<Connection> {
    const users = this.#channels.get(channel)
    const local = users?.get(user)
    if (!users || local?.ticket !== ticket) return []
    users.delete(user)
    if (users.size === 0) this.#channels.delete(channel)
    return local.sockets
  }
}
