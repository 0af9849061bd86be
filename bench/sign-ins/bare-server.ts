/** The same password hashes and a page of the same cost, without an application: what the machine itself adds to a visit. */
import { createServer } from 'node:http'

import { passwordMatches } from '#app/platform/auth/password-hash.ts'
import { password } from '#bench/scale/seed-accounts.ts'
import { reportPort, reportUsage } from '#bench/visits/server-process.ts'

/** As long as a visit of the dashboard. */
const pageMs = 1.5
const page = 'x'.repeat(20_000)

reportUsage()
reportPort(
  createServer((request, response) => {
    if (request.method === 'GET') {
      for (const end = performance.now() + pageMs; performance.now() < end;);
      response.end(page)
      return
    }
    const caller = String(request.headers['x-forwarded-for'])
    request.resume().on('end', () => {
      void passwordMatches(password, null, caller).then(() => response.writeHead(303).end())
    })
  }),
)
