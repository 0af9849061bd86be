import type { BenchRequest, Workload } from './measure.ts'
import { password, accountCount, accountEmail, accountSecret } from './seed-accounts.ts'
import { sessionSecret } from './seed-database.ts'

let counter = 0
export const workloads: Workload[] = [
  {
    title: 'Visit (dashboard)',
    requests: 600,
    rounds: 5,
    next: ({ accounts }) => ({ path: '/dashboard', cookie: randomSession(accounts) }),
  },
  {
    title: 'Visit after an hour',
    requests: 450,
    rounds: 5,
    next: ({ accounts }) => ({ path: '/dashboard', cookie: randomSession(accounts, 'returning') }),
  },
  {
    title: 'Sign-in',
    requests: 40,
    rounds: 3,
    next: signIn,
  },
  {
    title: 'Change of the name',
    requests: 60,
    rounds: 3,
    next: () => ({
      method: 'PUT',
      path: '/user/profile-information',
      cookie: accountSecret(counter++ % accountCount),
      form: { name: `Ada ${counter}`, email: accountEmail((counter - 1) % accountCount) },
    }),
  },
  {
    title: 'List of devices',
    requests: 300,
    rounds: 3,
    next: ({ accounts }) => ({ path: '/user/profile/devices', cookie: randomSession(accounts) }),
  },
  {
    title: 'List of events (Time Travel)',
    requests: 200,
    rounds: 3,
    next: ({ accounts }) => ({ path: '/time-travel', cookie: randomSession(accounts) }),
  },
]

export function signIn(): BenchRequest {
  const email = accountEmail(counter++ % accountCount)
  return { method: 'POST', path: '/login', form: { email, password } }
}

/** With an even number it was used just now, with an odd one hours ago, so that a visit stores the new time. */
function randomSession(accounts: number, kind?: 'returning'): string {
  // The newest hundredth is left to the periodic tasks, which expire sessions.
  return sessionSecret(2 * Math.ceil(Math.random() * accounts * 0.99) - (kind ? 1 : 0))
}
