export interface Member {
  /** Public JSON about the member; the first one published is used. */
  info: string
  nodes: Set<string>
}

export interface RosterEntry {
  channel: string
  user: string
  info: string
}

const emptyRoster: ReadonlyMap<string, Member> = new Map()

/** Presence channel members on all nodes. Each node reports its own; a user is present while any node reports them. */
export class PresenceRosters {
  readonly #rosters = new Map<string, Map<string, Member>>()

  get(channel: string): ReadonlyMap<string, Member> {
    return this.#rosters.get(channel) ?? emptyRoster
  }

  /** @returns whether the user is new to the channel */
  add(node: string, { channel, user, info }: RosterEntry): boolean {
    const roster = this.#rosters.get(channel) ?? new Map<string, Member>()
    const member = roster.get(user)
    if (member) member.nodes.add(node)
    else this.#rosters.set(channel, roster.set(user, { info, nodes: new Set([node]) }))
    return !member
  }

  /** @returns whether the user has left the channel */
  remove(node: string, { channel, user }: Omit<RosterEntry, 'info'>): boolean {
    const roster = this.#rosters.get(channel)
    const member = roster?.get(user)
    if (!roster || !member?.nodes.delete(node) || member.nodes.size > 0) return false
    roster.delete(user)
    if (roster.size === 0) this.#rosters.delete(channel)
    return true
  }

  replace(node: string, entries: RosterEntry[]): { added: RosterEntry[]; removed: RosterEntry[] } {
    const currentKeys = new Set(entries.map(({ channel, user }) => `${channel} ${user}`))
    const outdated = this.#entriesOfNode(node).filter(
      ({ channel, user }) => !currentKeys.has(`${channel} ${user}`),
    )
    return {
      removed: outdated.filter((entry) => this.remove(node, entry)),
      added: entries.filter((entry) => this.add(node, entry)),
    }
  }

  #entriesOfNode(node: string): RosterEntry[] {
    return [...this.#rosters].flatMap(([channel, roster]) =>
      [...roster]
        .filter(([, { nodes }]) => nodes.has(node))
        .map(([user, { info }]) => ({ channel, user, info })),
    )
  }
}
