import { photoPattern, photoSizePattern, uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

/** The part of `app/routes.ts` for teams. The guard checks `{team}`: a pattern for each row would be in every document. */
export const teamRouteTable = {
  'teams.create': { method: 'GET', path: '/teams/create', access: 'verified' },
  'teams.store': {
    method: 'POST',
    path: '/teams',
    access: 'verified',
    formPage: '/teams/create',
  },
  'team.update': {
    method: 'PUT',
    path: '/t/{team}',
    access: 'team',
    permission: 'team.update',
    formPage: '/t/{team}/settings',
  },
  'team-picture.update': {
    method: 'POST',
    path: '/t/{team}/picture',
    access: 'team',
    permission: 'team.update',
    formPage: '/t/{team}/settings',
    notInBrowser: true,
  },
  'team-picture.destroy': {
    method: 'DELETE',
    path: '/t/{team}/picture',
    access: 'team',
    permission: 'team.update',
    formPage: '/t/{team}/settings',
    notInBrowser: true,
  },
  /** Lists of teams show it to members who cannot open the team, too. */
  'team-picture.show': {
    method: 'GET',
    path: '/t/{team}/picture/{picture}/{size}',
    access: 'team',
    permission: 'team.view',
    where: { picture: photoPattern, size: photoSizePattern },
    notInBrowser: true,
    allowUnmetRequirements: true,
  },
  'team-member-photo.show': {
    method: 'GET',
    path: '/t/{team}/photos/{photo}/{size}',
    access: 'team',
    permission: 'team.view',
    where: { photo: photoPattern, size: photoSizePattern },
    notInBrowser: true,
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
    formPage: '/t/{team}',
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
    permission: 'membership',
    formPage: '/teams',
    allowUnmetRequirements: true,
  },

  'team-requirements.show': {
    method: 'GET',
    path: '/t/{team}/requirements',
    access: 'team',
    permission: 'team.view',
    notInBrowser: true,
    allowUnmetRequirements: true,
  },
  'team-requirements.update': {
    method: 'PUT',
    path: '/t/{team}/requirements',
    access: 'team',
    permission: 'team.require',
    confirmation: 'sensitive',
    formPage: '/t/{team}/settings',
  },
  'team-sign-in.store': {
    method: 'POST',
    path: '/t/{team}/sign-in',
    access: 'team',
    permission: 'team.view',
    formPage: '/t/{team}/requirements',
    allowUnmetRequirements: true,
  },

  'team-ownership-offer.store': {
    method: 'POST',
    path: '/t/{team}/handover',
    access: 'team',
    permission: 'team.offer-ownership',
    confirmation: 'sensitive',
    formPage: '/t/{team}/settings',
  },
  /** Allowed only to the member who was offered ownership. */
  'team-ownership-offer.accept': {
    method: 'PUT',
    path: '/t/{team}/handover',
    access: 'team',
    permission: 'team.view',
    confirmation: 'sensitive',
    formPage: '/t/{team}/settings',
  },
  /** Allowed to either side of the offer. */
  'team-ownership-offer.destroy': {
    method: 'DELETE',
    path: '/t/{team}/handover',
    access: 'team',
    permission: 'team.view',
    formPage: '/t/{team}/settings',
  },
} as const satisfies Record<string, Route>
