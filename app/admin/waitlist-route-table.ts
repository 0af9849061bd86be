import type { Route } from '#app/routes.ts'

const entry = { entry: '[0-9a-f-]{36}' }

export const adminWaitlistRouteTable = {
  'admin.waiting.invite': {
    method: 'POST',
    path: '/admin/waitlist/{entry}/invite',
    where: entry,
    access: 'role',
    permission: 'invitations.manage',
    confirmation: 'standard',
    formPage: '/admin/invitations',
  },
  'admin.waiting.remove': {
    method: 'DELETE',
    path: '/admin/waitlist/{entry}',
    where: entry,
    access: 'role',
    permission: 'invitations.manage',
    confirmation: 'standard',
    formPage: '/admin/invitations',
  },
} as const satisfies Record<string, Route>
