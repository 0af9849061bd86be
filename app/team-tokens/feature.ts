import type { Feature } from '#app/platform/feature.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'
import { renderTeamMail } from '#app/teams/teams.ts'

import { endTokensOfSecuredAccount } from './end-tokens-of-secured-account.ts'
import { expiredTeamTokenRetentionMs } from './limits.ts'
import { teamTokenCreatedMail } from './notices.mail.ts'

const team = { name: 'Analytical Engines', slug: 'engines' }

export const teamTokensFeature: Feature = {
  async prune(db, now) {
    const through = now - expiredTeamTokenRetentionMs
    await deleteExpired(db, 'team_tokens', { key: 'id', due: 'expires_at', through })
  },

  revokeGrants: endTokensOfSecuredAccount,
  mailPreviews: {
    teamTokenCreatedMail: (mailWriter) =>
      renderTeamMail(mailWriter, teamTokenCreatedMail(team, 'Onboarding')),
  },
}
