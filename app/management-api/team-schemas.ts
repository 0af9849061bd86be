import { z } from 'zod'

import { assignableTeamRoles } from '#app/permissions.ts'
import { id, nextCursor, PageQuery, timestamp } from '#app/platform/validation/api-schemas.ts'
import { nameField, newEmail } from '#app/platform/validation/form-fields.ts'
import { maxSeatLimit } from '#app/teams/limits.ts'
import { TeamForm } from '#app/teams/teams.ts'

/** Malformed ids respond with 404, not 422. */
export const TeamParams = z.object({
  team: z.string().meta({ format: 'uuid' }).describe('The id of the team.'),
})

export const TeamMemberParams = TeamParams.extend({
  member: z.string().meta({ format: 'uuid' }).describe('The id of the account.'),
})

const TeamSummary = z
  .object({
    id: id.describe('The id of the team, which never changes.'),
    name: z.string().describe('The name.'),
    slug: z.string().describe('Its part of the URLs of its pages.'),
    erased_at: timestamp.nullable().describe('When the team will be erased; null otherwise.'),
    created_at: timestamp.describe('When the team was created.'),
  })
  .meta({ id: 'TeamSummary' })

export const ManagedTeam = TeamSummary.extend({
  member_count: z.int().describe('How many members it has.'),
  seats: z.int().describe('How many members it can have.'),
  seat_limit: z.int().nullable().describe('Null takes the seats of the settings.'),
}).meta({ id: 'ManagedTeam' })

const TeamMember = z
  .object({
    id: id.describe('The id of the account.'),
    name: z.string().describe('The name.'),
    email: z.string().describe('The email address.'),
    role: z.string().describe('The role in the team.'),
    joined_at: timestamp.describe('Since when they are a member.'),
  })
  .meta({ id: 'TeamMember' })

export const TeamPage = z
  .object({ data: z.array(TeamSummary).describe('The teams.'), next_cursor: nextCursor })
  .meta({ id: 'TeamPage' })

export const TeamMemberPage = z
  .object({ data: z.array(TeamMember).describe('The members.'), next_cursor: nextCursor })
  .meta({ id: 'TeamMemberPage' })

export const TeamQuery = PageQuery.extend({
  slug: z.string().max(100).optional().describe('Only the team with this URL.'),
  member: z.uuid('Use the id of an account.').optional().describe('Only teams of this account.'),
  status: z
    .enum(['active', 'deleting'], 'Choose an option.')
    .optional()
    .describe('Only teams in this state.'),
})

export type TeamSummary = z.output<typeof TeamSummary>
export type ManagedTeam = z.output<typeof ManagedTeam>
export type TeamMember = z.output<typeof TeamMember>

const reason = nameField('Enter a reason. The team sees it.')
  .optional()
  .describe('The team sees it in its log.')

const role = z
  .enum(assignableTeamRoles('owner'), 'Choose one of the roles.')
  .describe('The role. Nobody is made an owner without accepting it.')

export const TeamChangeBody = z.object({ reason }).nullish().meta({ id: 'TeamChange' })

export const TeamBody = TeamForm.extend({ reason }).meta({ id: 'TeamUpdate' })

export const NewTeamBody = TeamForm.extend({
  owner: z.uuid('Use the id of an account.').describe('The account that will own the team.'),
  reason,
}).meta({ id: 'NewTeam' })

export const TeamInvitationBody = z
  .object({ email: newEmail.describe('The email address.'), role, reason })
  .meta({ id: 'NewTeamInvitation' })

export const TeamRoleBody = z.object({ role, reason }).meta({ id: 'TeamRoleChange' })

export const SeatLimitBody = z
  .object({
    seat_limit: z
      .int()
      .min(1)
      .max(maxSeatLimit)
      .nullable()
      .describe('Null takes the seats of the settings.'),
    reason,
  })
  .meta({ id: 'SeatLimitChange' })
