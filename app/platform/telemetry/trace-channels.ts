import { tracingChannel } from 'node:diagnostics_channel'

interface QueryTrace {
  sql: string
}

interface HashTrace {
  /** How long the password waited for others to be hashed. */
  queuedMs: number
}

interface RenderTrace {
  page: string
}

interface AttemptTrace {
  attempts: number
}

interface JobTrace extends AttemptTrace {
  kind: string
}

/** SQLite queries, which block the event loop. */
export const sqliteQueries = tracingChannel<QueryTrace, unknown>('foyer:sqlite')
export const postgresQueries = tracingChannel<QueryTrace, unknown>('foyer:postgresql')
export const renders = tracingChannel<RenderTrace, unknown>('foyer:render')
export const passwordHashes = tracingChannel<HashTrace, unknown>('foyer:argon2')
export const mailDeliveries = tracingChannel<AttemptTrace, unknown>('foyer:mail')
export const jobRuns = tracingChannel<JobTrace, unknown>('foyer:job')
