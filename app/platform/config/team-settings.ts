import { isIP } from 'node:net'

import { commaSeparated, type EnvReader, integerBetween, invalid, oneOf } from './env-reader.ts'

export interface TeamSettings {
  /** Default maximum of members; a team can have its own. */
  seats: number
  deletionDays: number
  /** Name servers that prove the domains of teams; empty takes those of the system. */
  dnsServers: readonly string[]
}

/** @returns `teams`: null when this installation has none */
export function readTeamSettings(env: EnvReader): { teams: TeamSettings | null } {
  const isOn = env.read('TEAMS', 'on', oneOf('on', 'off')) === 'on'
  const seats = env.read('TEAM_SEATS', 100, integerBetween(1, 100_000))
  const deletionDays = env.read('TEAM_DELETION_DAYS', 14, integerBetween(1, 90))
  const dnsServers = env.read('TEAM_DNS_SERVERS', [], parseNameServers)
  return { teams: isOn ? { seats, deletionDays, dnsServers } : null }
}

/** IP addresses, each with a port if it has another than 53. */
function parseNameServers(text: string): string[] {
  const servers = commaSeparated(text)
  const isServer = (server: string) =>
    isIP(server) !== 0 || isIP(/^\[?([^\]]+)\]?:\d{1,5}$/.exec(server)?.[1] ?? '') !== 0
  if (servers.length > 0 && servers.every(isServer)) return servers
  return invalid('must list IP addresses, such as 192.0.2.53.')
}
