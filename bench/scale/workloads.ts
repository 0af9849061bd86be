import type { BenchRequest, Workload } from './measure.ts'
import { password, accountCount, accountEmail, accountSecret } from './seed-accounts.ts'
import { ownerOfSession, sessionSecret } from './seed-database.ts'
import { slugOfTeam } from './seed-teams.ts'

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
  {
    title: 'Profile',
    requests: 300,
    rounds: 3,
    next: ({ accounts }) => ({ path: '/user/profile', cookie: randomSession(accounts) }),
  },
  {
    title: 'Notifications',
    requests: 300,
    rounds: 3,
    next: ({ accounts }) => ({ path: '/notifications', cookie: teamOwner(accounts).cookie }),
  },
  {
    title: 'API tokens',
    requests: 300,
    rounds: 3,
    next: ({ accounts }) => ({ path: '/user/api-tokens', cookie: teamOwner(accounts).cookie }),
  },
  {
    title: 'Team',
    requests: 300,
    rounds: 3,
    next: ({ accounts }) => teamPage(accounts),
  },
]

export function signIn(): BenchRequest {
  const email = accountEmail(counter++ % accountCount)
  return { method: 'POST', path: '/login', form: { email, password } }
}

function randomSession(accounts: number, kind?: 'returning'): string {
  return sessionSecret(randomNumber(accounts, kind))
}

function teamPage(accounts: number): BenchRequest {
  const { cookie, team } = teamOwner(accounts)
  return { path: `/t/${team}`, cookie }
}

/** An account that also has API tokens and notifications. */
function teamOwner(accounts: number): { cookie: string; team: string } {
  for (;;) {
    const number = randomNumber(accounts)
    const team = slugOfTeam(ownerOfSession(number, accounts))
    if (team !== undefined) return { cookie: sessionSecret(number), team }
  }
}

/** A session with an even number was used just now, one with an odd number hours ago, so that a visit stores the new time. */
function randomNumber(accounts: number, kind?: 'returning'): number {
  // The newest hundredth is left to the periodic tasks, which expire sessions.
  return 2 * Math.ceil(Math.random() * accounts * 0.99) - (kind ? 1 : 0)
}
