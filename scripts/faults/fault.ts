import type { ServerSettings } from '#testing/load-accounts.ts'
import type { LoadGenerator } from '#testing/load-generator.ts'
import type { PostgresServer } from '#testing/postgres-server.ts'
import type { ServerProcess } from '#testing/spawn-server.ts'

export type Dialect = 'sqlite' | 'postgres'

/** A server with a database of its own, under load. */
export interface TestEnvironment {
  dialect: Dialect
  origin: string
  settings: ServerSettings
  load: LoadGenerator
  /** Of the accounts that act. */
  emails: string[]
  /** Only with `needsPostgres`, and on PostgreSQL. */
  postgres: PostgresServer | null
  server(): ServerProcess
  /** Starts the server again at the same address, once the previous one has exited. */
  restart(): Promise<void>
  after(end: () => void | Promise<void>): void
}

interface FaultBase {
  /** Of the list of faults, such as F01. */
  id: string
  title: string
  /** Both unless it says otherwise. */
  on?: Dialect
  /** Also part of `npm test`. */
  isShort?: boolean
  /** @returns why this machine cannot do it, or null */
  missing?(): string | null
}

/** Something that breaks under load. */
export interface LoadFault extends FaultBase {
  variables?: Record<string, string>
  /** `ulimit -n` of the server. */
  maxOpenFiles?: number
  /** Prepares what the server starts with. @returns further variables */
  prepare?(environment: Pick<TestEnvironment, 'after' | 'dialect'>): Promise<Record<string, string>>
  /** Breaks something, and lifts it. @returns when that was, if it was before the end */
  inject(environment: TestEnvironment): Promise<number | void>
  /** Checks what must have happened besides, once the load is through again. Throws otherwise. */
  verify?(environment: TestEnvironment): Promise<void>
}

/** A fault that a test does without load. */
export interface TestedFault extends FaultBase {
  test: { file: string; name: string }
}

export type Fault = LoadFault | TestedFault

export interface Result {
  fault: Fault
  dialect: Dialect
  /** Why it was not done; null otherwise. */
  skipped: string | null
  requests: number
  acknowledged: number
  lost: number
  errors: Record<string, number>
  slowestMs: number
  healedAfterSeconds: number | null
  /** Empty when it went well. */
  problems: string[]
}
