import { msg } from '@foyer/i18n'

import { route } from '#app/platform/route.ts'
import type { TeamMail } from '#app/teams/teams.ts'

export function teamTokenCreatedMail(
  team: { name: string; slug: string },
  token: string,
): TeamMail {
  return {
    type: 'team-token-created',
    values: { team: team.name, target: token },
    paragraphs: [
      msg('A program can act for the team with the token "{token}", until somebody revokes it.', {
        token,
      }),
    ],
    button: { label: msg('Open the team'), path: route('team.show', { team: team.slug }) },
  }
}
