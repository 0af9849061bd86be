import { secretPattern, uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const registrationRouteTable = {
  register: { method: 'GET', path: '/register', access: 'guest' },
  'register.store': { method: 'POST', path: '/register', access: 'guest' },
  'register.passkey': { method: 'GET', path: '/register/passkey', access: 'guest' },
  'register.passkey.store': { method: 'POST', path: '/register/passkey', access: 'guest' },
  'verification.passkey-options': {
    method: 'GET',
    path: '/email/verify/{id}/{hash}/passkey',
    access: 'public',
    where: { id: uuidPattern, hash: secretPattern },
    notInBrowser: true,
  },
  'verification.passkey': {
    method: 'POST',
    path: '/email/verify/{id}/{hash}/passkey',
    access: 'public',
    where: { id: uuidPattern, hash: secretPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
