import { z } from 'zod'

import { assignableTeamRoles, teamTokenPermissions } from '#app/permissions.ts'
import { id, nextCursor, timestamp } from '#app/platform/validation/api-schemas.ts'
import { newEmail } from '#app/platform/validation/form-fields.ts'

const email = z.string().describe('The email address.')
const expires_at = timestamp.describe('When it expires.')

export const Team = z
  .object({
    id: id.describe('The id of the team, which never changes.'),
    name: z.string().describe('The name.'),
    slug: z.string().describe('Its part of the URLs of its pages.'),
    member_count: z.int().describe('How many members it has.'),
    seats: z.int().describe('How many members it can have.'),
    erased_at: timestamp.nullable().describe('When the team will be erased; null otherwise.'),
    created_at: timestamp.describe('When the team was created.'),
    token: z
      .object({
        name: z.string().describe('The name of this token.'),
        permissions: z.array(z.enum(teamTokenPermissions)).describe('What it may do.'),
      })
      .describe('The token of the request.'),
  })
  .meta({ id: 'Team' })

const Member = z
  .object({
    id: id.describe('The id of the account.'),
    name: z.string().describe('The name.'),
    email: email.nullable().describe('Null without the permission `members.invite`.'),
    role: z.string().describe('The role in the team.'),
    joined_at: timestamp.describe('Since when they are a member.'),
  })
  .meta({ id: 'Member' })

export const MemberPage = z
  .object({ data: z.array(Member).describe('The members.'), next_cursor: nextCursor })
  .meta({ id: 'MemberPage' })

const Invitation = z
  .object({
    id: id.describe('The id of the invitation.'),
    email,
    role: z.string().describe('The role it gives.'),
    expires_at,
  })
  .meta({ id: 'Invitation' })

export const InvitationPage = z
  .object({ data: z.array(Invitation).describe('The open ones.'), next_cursor: nextCursor })
  .meta({ id: 'InvitationPage' })

export const InvitationBody = z
  .object({
    email: newEmail.describe('The email address.'),
    role: z
      .enum(assignableTeamRoles('owner'), 'Choose one of the roles.')
      .describe('The role. It may not permit more than the token does.'),
  })
  .meta({ id: 'NewInvitation' })

export const InvitationCreated = z
  .object({ id: id.describe('The id of the invitation.') })
  .meta({ id: 'Created' })

/** Malformed ids respond with 404, not 422. */
export const InvitationParams = z.object({
  invitation: z.string().meta({ format: 'uuid' }).describe('The id of the invitation.'),
})
