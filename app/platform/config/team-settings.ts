import { type EnvReader, integerBetween, oneOf } from './env-reader.ts'

export interface TeamSettings {
  /** Default maximum of members; a team can have its own. */
  seats: number
  deletionDays: number
}

/** @returns `teams`: null when this installation has none */
export function readTeamSettings(env: EnvReader): { teams: TeamSettings | null } {
  const isOn = env.read('TEAMS', 'on', oneOf('on', 'off')) === 'on'
  const seats = env.read('TEAM_SEATS', 100, integerBetween(1, 100_000))
  const deletionDays = env.read('TEAM_DELETION_DAYS', 14, integerBetween(1, 90))
  return { teams: isOn ? { seats, deletionDays } : null }
}
