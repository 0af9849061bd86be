import type { Feature } from '#app/platform/feature.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'
import { teamLogStore } from '#app/team-log/team-log.ts'

import { prunePictures } from './change-picture.ts'
import { eraseOverdueTeams } from './delete-team.ts'
import { leaveTeamsOfErasedAccount, lockTeamsOfAccount } from './leave-teams-of-erased-account.ts'
import {
  ownershipAcceptedMail,
  ownershipOfferedMail,
  removedFromTeamMail,
  teamDeletionCancelledMail,
  teamChangesDisabledMail,
  teamDeletionMail,
  teamJoinedNotice,
  teamMembersToCheckMail,
  teamRequirementsMail,
  teamRoleChangedMail,
} from './notices.mail.ts'
import { listSoleOwnedTeams, requireNotSoleOwner } from './require-not-sole-owner.ts'
import { resumeTeamGrants, revokeTeamGrants, suspendTeamGrants } from './revoke-team-grants.ts'
import { teamHistory } from './team-history.ts'
import { renderTeamMail } from './team-mail.ts'

const team = { name: 'Analytical Engines', slug: 'engines' }

export const teamsFeature: Feature = {
  ownedTables: {
    team_members: {
      file: 'teams.json',
      isOptional: true,
      description: 'The teams you are a member of, and your role in each.',
      ownerColumn: 'user_id',
      orderColumn: 'team_id',
      columns: ['team_id', 'role', 'joined_at'],
      excludedColumns: {
        role_given_by: 'the id of another account',
        role_given_at: 'your history has your roles',
      },
    },
    team_removals: {
      excludedBecause:
        'only whether a domain lets you back into a team; your history has the removals',
    },
    team_handovers: {
      excludedBecause: 'open offers of teams to other members; your history has yours',
    },
  },

  async prune(db, now) {
    await deleteExpired(db, 'team_handovers', { key: 'team_id', due: 'expires_at', through: now })
    await eraseOverdueTeams(db, now)
  },

  pruneFiles: ({ db, files }, now) => prunePictures(db, files, now),
  lockRowsBeforeAccount: lockTeamsOfAccount,
  revokeGrants: revokeTeamGrants,
  beforeAccountLock: suspendTeamGrants,
  afterAccountUnlock: resumeTeamGrants,
  beforeDeletion: requireNotSoleOwner,
  soleOwnerships: listSoleOwnedTeams,
  beforeErasure: leaveTeamsOfErasedAccount,
  history: teamHistory,
  eventLogs: teamLogStore,
  mailPreviews: {
    teamJoinedNotice: teamJoinedNotice(team),
    teamRoleChangedMail: (mailWriter) =>
      renderTeamMail(mailWriter, teamRoleChangedMail(team, 'admin')),
    removedFromTeamMail: (mailWriter) => renderTeamMail(mailWriter, removedFromTeamMail(team)),
    ownershipOfferedMail: (mailWriter) =>
      renderTeamMail(mailWriter, ownershipOfferedMail(team, 'Ada Lovelace')),
    ownershipAcceptedMail: (mailWriter) =>
      renderTeamMail(mailWriter, ownershipAcceptedMail(team, 'Grace Hopper')),
    teamRequirementsMail: (mailWriter) => renderTeamMail(mailWriter, teamRequirementsMail(team)),
    teamDeletionMail: (mailWriter) =>
      renderTeamMail(mailWriter, teamDeletionMail(team, 'December 7, 2026')),
    teamChangesDisabledMail: (mailWriter) =>
      renderTeamMail(
        mailWriter,
        teamChangesDisabledMail(team, { names: ['hooks.example.com'], isLock: false }),
      ),
    teamMembersToCheckMail: (mailWriter) =>
      renderTeamMail(
        mailWriter,
        teamMembersToCheckMail(team, {
          members: [{ name: 'Grace Hopper', email: 'grace@example.com' }],
          others: 2,
          days: 30,
        }),
      ),
    teamDeletionCancelledMail: (mailWriter) =>
      renderTeamMail(mailWriter, teamDeletionCancelledMail(team)),
  },
}
