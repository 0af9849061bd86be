import { secretPattern, uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const emailVerificationRouteTable = {
  'verification.notice': { method: 'GET', path: '/email/verify', access: 'public' },
  'verification.send': {
    method: 'POST',
    path: '/email/verification-notification',
    access: 'public',
    formPage: '/email/verify',
  },
  'verification.code': {
    method: 'POST',
    path: '/email/verify',
    access: 'public',
  },
  'verification.verify': {
    method: 'GET',
    path: '/email/verify/{id}/{hash}',
    access: 'public',
    where: { id: uuidPattern, hash: secretPattern },
    notInBrowser: true,
  },
  'verification.confirm': {
    method: 'POST',
    path: '/email/verify/{id}/{hash}',
    access: 'public',
    where: { id: uuidPattern, hash: secretPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
