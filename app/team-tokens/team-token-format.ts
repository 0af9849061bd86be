import { tokenFormat } from '#app/platform/crypto/token-format.ts'

/** Every API token of a team starts with the prefix. */
export const teamTokenFormat = tokenFormat('foyer_team_')
