import {
  linkTokenPattern,
  photoPattern,
  photoSizePattern,
  uuidPattern,
} from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

/** The part of `app/routes.ts` for invitations to teams. */
export const teamInvitationRouteTable = {
  /** Accepts an invitation to an address of the account. The link in the mail needs no session. */
  'own-team-invitation.accept': {
    method: 'POST',
    path: '/teams/invitations/{invitation}',
    access: 'verified',
    formPage: '/teams',
    where: { invitation: uuidPattern },
    notInBrowser: true,
  },
  'own-team-invitation.decline': {
    method: 'DELETE',
    path: '/teams/invitations/{invitation}',
    access: 'verified',
    formPage: '/teams',
    where: { invitation: uuidPattern },
    notInBrowser: true,
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
  'team-invitation.picture': {
    method: 'GET',
    path: '/team-invitation/{token}/picture/{picture}/{size}',
    access: 'public',
    where: { token: linkTokenPattern, picture: photoPattern, size: photoSizePattern },
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
  'team-invitation.register-passkey': {
    method: 'GET',
    path: '/team-invitation/{token}/register/passkey',
    access: 'guest',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'team-invitation.register-passkey.store': {
    method: 'POST',
    path: '/team-invitation/{token}/register/passkey',
    access: 'guest',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
