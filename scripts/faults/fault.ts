import type { ServerSettings } from '#testing/load-accounts.ts'
import type { LoadAccount, LoadGenerator } from '#testing/load-generator.ts'
import type { PostgresServer } from '#testing/postgres-server.ts'
import type { ServerProcess } from '#testing/spawn-server.ts'

export type Dialect = 'sqlite' | 'postgres'

/** A server with a database of its own, under load. */
export interface TestEnvironment {
  dialect: Dialect
  origin: string
  /** The origin of each server; the first is `origin`. */
  origins: string[]
  settings: ServerSettings
  load: LoadGenerator
  /** The accounts that act. */
  accounts: LoadAccount[]
  /** Null on SQLite. */
  postgres: PostgresServer | null
  server(): ServerProcess
  /** Starts the server again at the same address, once the previous one has exited. */
  restart(): Promise<void>
  after(end: () => void | Promise<void>): void
}

interface FaultBase {
  /** Id in the list of faults, such as F01. */
  id: string
  title: string
  /** The database to run on; both by default. */
  on?: Dialect
  /** Also part of `npm test`. */
  isShort?: boolean
  /** @returns why this machine cannot do it, or null */
  missing?(): string | null
}

/** Something that breaks under load. */
export interface LoadFault extends FaultBase {
  variables?: Record<string, string>
  /** How many share the database and the load; one unless it says otherwise. */
  servers?: 1 | 2
  /** The kinds of error that requests may get; any by default. */
  allowedErrors?: string[]
  /** Runs the server as PID 1 of a namespace, as in a container without init. */
  isPidOne?: boolean
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

/** A fault that starts servers and load of its own. */
export interface StandaloneFault extends FaultBase {
  run(dialect: Dialect): Promise<Partial<Result>>
}

export type Fault = LoadFault | TestedFault | StandaloneFault

export interface Result {
  fault: Fault
  dialect: Dialect
  /** Why the fault was skipped; null otherwise. */
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
