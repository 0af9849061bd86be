import * as frames from '#protocol/frames.ts'

import type { Connection } from './connection.ts'
import { everybody } from './entries.ts'
import { Many } from './many.ts'
import type { Rosters } from './rosters.ts'

/** Who wants to know whether whom is online. */
export class Watchlists {
  readonly #rosters: Rosters
  readonly #watchers = new Many<Connection>()

  constructor(rosters: Rosters) {
    this.#rosters = rosters
  }

  /** How many users are watched by somebody here. */
  get size(): number {
    return this.#watchers.size
  }

  watch(connection: Connection, users: string[]): void {
    for (const user of users) this.#watchers.add(user, connection)
    const online = users.filter((user) => this.#rosters.of(everybody).has(user))
    if (online.length > 0) connection.send(frames.watchlist([{ name: 'online', user_ids: online }]))
  }

  unwatch(connection: Connection, users: string[]): void {
    for (const user of users) this.#watchers.remove(user, connection)
  }

  changed(name: 'online' | 'offline', user: string): void {
    const watchers = this.#watchers.get(user)
    if (watchers.length === 0) return
    const frame = frames.watchlist([{ name, user_ids: [user] }])
    for (const watcher of watchers) watcher.send(frame)
  }
}
