import { DatabaseSync } from 'node:sqlite'

import { betterAuth } from 'better-auth'
import { nextCookies } from 'better-auth/next-js'

export const database = new DatabaseSync(process.env.DATABASE_PATH ?? ':memory:')
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')

export const auth = betterAuth({
  database,
  baseURL: process.env.BETTER_AUTH_URL,
  secret: process.env.BETTER_AUTH_SECRET,
  emailAndPassword: { enabled: true },
  user: {
    additionalFields: {
      locale: { type: 'string', required: false },
      timezone: { type: 'string', required: false },
    },
  },
  // Three sign-ins in ten seconds and address would be all that could be measured.
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [nextCookies()],
})
