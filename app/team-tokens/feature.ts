import type { Feature } from '#app/platform/feature.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'
import { renderTeamMail } from '#app/teams/teams.ts'

import {
  endInvitationsOfTokens,
  endTokensOfSecuredAccount,
  teamTokensOfAccount,
} from './end-tokens-of-account.ts'
import { expiredTeamTokenRetentionMs } from './limits.ts'
import { teamTokenCreatedMail } from './notices.mail.ts'

const team = { name: 'Analytical Engines', slug: 'engines' }

export const teamTokensFeature: Feature = {
  async prune(db, now) {
    const through = now - expiredTeamTokenRetentionMs
    await deleteExpired(db, 'team_tokens', { key: 'id', due: 'expires_at', through })
  },

  access: { rows: teamTokensOfAccount, revokeAll: endTokensOfSecuredAccount },
  async revokeGrants(tx, _context, actor) {
    await endTokensOfSecuredAccount(tx, actor)
  },
  beforeAccountLock: (tx, _context, actor) => endInvitationsOfTokens(tx, actor),
  mailPreviews: {
    teamTokenCreatedMail: (mailWriter) =>
      renderTeamMail(mailWriter, teamTokenCreatedMail(team, 'Onboarding')),
  },
}
