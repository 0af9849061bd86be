import type { Feature } from '#app/platform/feature.ts'
import { sampleMailData } from '#app/platform/mail/mail-preview.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'
import { route } from '#app/platform/route.ts'

import { teamInvitationMail } from './invitation.mail.ts'

const invitation = {
  team: 'Analytical Engines',
  inviter: 'Ada Lovelace',
  path: route('team-invitation.show', { token: sampleMailData.token }),
  expiresAt: Date.UTC(2026, 10, 30, 12),
}

export const teamInvitationsFeature: Feature = {
  ownedTables: {
    team_invitations: {
      excludedBecause: 'addresses of other people, whom you invited; gone within days',
    },
  },

  async prune(db, now) {
    await deleteExpired(db, 'team_invitations', { key: 'id', due: 'expires_at', through: now })
  },

  mailPreviews: {
    teamInvitationMail: (mailWriter) => teamInvitationMail(mailWriter, invitation),
  },
}
