import { linkTokenPattern, uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

/** The part of `app/routes.ts` for teams. The guard checks `{team}`: a pattern for each row would be in every document. */
export const teamRouteTable = {
  'teams.index': { method: 'GET', path: '/teams', access: 'verified' },
  'teams.create': { method: 'GET', path: '/teams/create', access: 'verified' },
  'teams.store': {
    method: 'POST',
    path: '/teams',
    access: 'verified',
    formPage: '/teams/create',
  },

  'team.show': {
    method: 'GET',
    path: '/t/{team}',
    access: 'team',
    permission: 'team.view',
  },
  'team.settings': {
    method: 'GET',
    path: '/t/{team}/settings',
    access: 'team',
    permission: 'team.view',
  },
  'team.update': {
    method: 'PUT',
    path: '/t/{team}',
    access: 'team',
    permission: 'team.update',
    formPage: '/t/{team}/settings',
  },
  'team.destroy': {
    method: 'DELETE',
    path: '/t/{team}',
    access: 'team',
    permission: 'team.delete',
    confirmation: 'sensitive',
    formPage: '/t/{team}/settings',
  },
  'team-deletion.destroy': {
    method: 'DELETE',
    path: '/t/{team}/deletion',
    access: 'team',
    permission: 'team.delete',
    formPage: '/t/{team}/settings',
  },
  'team-log.index': {
    method: 'GET',
    path: '/t/{team}/log',
    access: 'team',
    permission: 'log.view',
  },
  'team-log.csv': {
    method: 'GET',
    path: '/t/{team}/log.csv',
    access: 'team',
    permission: 'log.view',
  },

  'team-members.index': {
    method: 'GET',
    path: '/t/{team}/members',
    access: 'team',
    permission: 'team.view',
  },
  'team-member.update': {
    method: 'PUT',
    path: '/t/{team}/members/{member}',
    access: 'team',
    permission: 'members.change-role',
    formPage: '/t/{team}/members',
    where: { member: uuidPattern },
  },
  'team-member.destroy': {
    method: 'DELETE',
    path: '/t/{team}/members/{member}',
    access: 'team',
    permission: 'members.remove',
    formPage: '/t/{team}/members',
    where: { member: uuidPattern },
  },
  'team-membership.destroy': {
    method: 'DELETE',
    path: '/t/{team}/membership',
    access: 'team',
    permission: 'team.view',
    formPage: '/t/{team}/settings',
  },

  'team-handover.store': {
    method: 'POST',
    path: '/t/{team}/handover',
    access: 'team',
    permission: 'team.hand-over',
    confirmation: 'sensitive',
    formPage: '/t/{team}/settings',
  },
  /** Allowed only to the member who was offered ownership. */
  'team-handover.accept': {
    method: 'PUT',
    path: '/t/{team}/handover',
    access: 'team',
    permission: 'team.view',
    confirmation: 'sensitive',
    formPage: '/t/{team}/settings',
  },
  /** Allowed to either side of the offer. */
  'team-handover.destroy': {
    method: 'DELETE',
    path: '/t/{team}/handover',
    access: 'team',
    permission: 'team.view',
    formPage: '/t/{team}/settings',
  },

  'team-invitations.store': {
    method: 'POST',
    path: '/t/{team}/invitations',
    access: 'team',
    permission: 'members.invite',
    formPage: '/t/{team}/members',
  },
  'team-invitations.send': {
    method: 'POST',
    path: '/t/{team}/invitations/{invitation}/mail',
    access: 'team',
    permission: 'members.invite',
    formPage: '/t/{team}/members',
    where: { invitation: uuidPattern },
  },
  'team-invitations.destroy': {
    method: 'DELETE',
    path: '/t/{team}/invitations/{invitation}',
    access: 'team',
    permission: 'members.invite',
    formPage: '/t/{team}/members',
    where: { invitation: uuidPattern },
  },
  'team-invitation.show': {
    method: 'GET',
    path: '/team-invitation/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'team-invitation.accept': {
    method: 'POST',
    path: '/team-invitation/{token}',
    access: 'verified',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'team-invitation.decline': {
    method: 'DELETE',
    path: '/team-invitation/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'team-invitation.register': {
    method: 'GET',
    path: '/team-invitation/{token}/register',
    access: 'guest',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'team-invitation.register.store': {
    method: 'POST',
    path: '/team-invitation/{token}/register',
    access: 'guest',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
