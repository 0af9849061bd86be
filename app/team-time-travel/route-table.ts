import type { Route } from '#app/routes.ts'

/** The part of `app/routes.ts` for the logs of teams. */
export const teamTimeTravelRouteTable = {
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
  'team-log.export': {
    method: 'GET',
    path: '/t/{team}/log.jsonl',
    access: 'team',
    permission: 'log.view',
  },
} as const satisfies Record<string, Route>
