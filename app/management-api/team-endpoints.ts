import { ErrorBody, PageQuery } from '#app/platform/validation/api-schemas.ts'

import {
  changeEndpoint,
  creationEndpoint,
  errorBodies,
  errorStatuses,
  invalidStatus,
  listErrors,
  notFoundStatus,
} from './endpoint-responses.ts'
import {
  ManagedTeam,
  NewTeamBody,
  SeatLimitBody,
  TeamBody,
  TeamChangeBody,
  TeamInvitationBody,
  TeamMemberPage,
  TeamMemberParams,
  TeamPage,
  TeamParams,
  TeamQuery,
  TeamRoleBody,
} from './team-schemas.ts'

/** The part of `endpoints` for teams. */
export const teamEndpoints = {
  'management.teams.index': {
    summary: 'List teams',
    description: 'Returns teams, newest first.',
    schema: { querystring: TeamQuery, response: { 200: TeamPage, ...listErrors } },
    statuses: { 200: 'One page of the list.', ...errorStatuses, ...invalidStatus },
  },
  'management.teams.store': creationEndpoint(
    'Create a team',
    'Creates a team that an account owns.',
    NewTeamBody,
  ),
  'management.teams.show': {
    summary: 'Get a team',
    description: 'Returns one team.',
    schema: { params: TeamParams, response: { 200: ManagedTeam, ...errorBodies, 404: ErrorBody } },
    statuses: { 200: 'The team.', ...errorStatuses, ...notFoundStatus },
  },
  'management.teams.members': {
    summary: 'List the members of a team',
    description: 'Returns members, by the id of their account.',
    schema: {
      params: TeamParams,
      querystring: PageQuery,
      response: { 200: TeamMemberPage, ...listErrors, 404: ErrorBody },
    },
    statuses: {
      200: 'One page of the list.',
      ...errorStatuses,
      ...invalidStatus,
      ...notFoundStatus,
    },
  },
  'management.teams.update': changeEndpoint(
    ['Rename a team', 'Changes its name and its URL.'],
    TeamParams,
    TeamBody,
  ),
  'management.teams.invite': changeEndpoint(
    ['Invite to a team', 'Mails a link to join the team.'],
    TeamParams,
    TeamInvitationBody,
  ),
  'management.teams.change-role': changeEndpoint(
    ['Change the role of a member', 'The last owner keeps their role.'],
    TeamMemberParams,
    TeamRoleBody,
  ),
  'management.teams.remove-member': changeEndpoint(
    ['Remove a member', 'They lose access right away. The last owner stays.'],
    TeamMemberParams,
    TeamChangeBody,
  ),
  'management.teams.seat-limit': changeEndpoint(
    ['Set the seat limit', 'A team with more members keeps them.'],
    TeamParams,
    SeatLimitBody,
  ),
  'management.teams.delete': changeEndpoint(
    ['Delete a team', 'Starts the grace period, in which an owner or you can keep the team.'],
    TeamParams,
    TeamChangeBody,
  ),
  'management.teams.keep': changeEndpoint(
    ['Keep a team', 'Ends the grace period.'],
    TeamParams,
    TeamChangeBody,
  ),
} as const
