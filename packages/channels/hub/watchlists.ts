import * as frames from '#protocol/frames.ts'

import type { Connection } from './connection.ts'
import { allUsersRoster } from './log-entries.ts'
import { Multimap } from './multimap.ts'
import type { PresenceRosters } from './presence-rosters.ts'

/** Notifies connections when the users they watch go online or offline. */
export class Watchlists {
  readonly #rosters: PresenceRosters
  readonly #watchers = new Multimap<Connection>()

  constructor(rosters: PresenceRosters) {
    this.#rosters = rosters
  }

  get size(): number {
    return this.#watchers.size
  }

  watch(connection: Connection, users: string[]): void {
    for (const user of users) this.#watchers.add(user, connection)
    const online = users.filter((user) => this.#rosters.get(allUsersRoster).has(user))
    if (online.length > 0)
      connection.send(frames.watchlistEvents([{ name: 'online', user_ids: online }]))
  }

  unwatch(connection: Connection, users: string[]): void {
    for (const user of users) this.#watchers.remove(user, connection)
  }

  changed(name: 'online' | 'offline', user: string): void {
    const watchers = this.#watchers.get(user)
    if (watchers.length === 0) return
    const frame = frames.watchlistEvents([{ name, user_ids: [user] }])
    for (const watcher of watchers) watcher.send(frame)
  }
}
