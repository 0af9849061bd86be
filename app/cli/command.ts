import type { Config } from '#app/platform/config/config.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Database } from '#app/platform/db/connect.ts'

import type { Terminal } from './terminal.ts'

/** One command of the operator's tool: what it is called with, what its help says, what it does. */
export interface Command {
  /** What follows the name, such as `<account>`. */
  usage: string
  /** One line. */
  summary: string
  /** More about it, for its own help. */
  details?: string
  options?: Record<string, Option>
  /** How many words may follow the name. */
  args: { min: number; max: number }
  /** Refused when it cannot be written down who did it. */
  isMutating: boolean
  /** Works on a database that is not there yet, or lacks migrations. */
  allowsAnyDatabase?: boolean
  run(invocation: Invocation): Promise<CommandResult>
}

export interface Option {
  /** What stands for its value in the help; without it the option is a switch. */
  value?: string
  help: string
}

export interface Invocation {
  args: string[]
  /** The value of an option, or undefined when it was not given. */
  optionValue(name: string): string | undefined
  hasFlag(name: string): boolean
  config: Config
  keys: Keyring
  /** Opens the database with the first call. */
  database(): Promise<Database>
  terminal: Terminal
  now: number
  /** Who is changed or looked at, for the audit line. */
  auditAccount(userId: string): void
  /**
   * Asks, on a terminal; goes on without asking with `--yes`.
   *
   * @param consequence  exactly what will happen
   * @param requiredAnswer  what has to be typed
   * @throws Refused when the answer is another, or nobody can be asked
   */
  confirm(consequence: string, requiredAnswer?: string): Promise<void>
}

export interface CommandResult {
  /** For machines, with `--json`. */
  data: object
  /** For people. */
  lines: string[]
  /** It ran, and what it found is bad. */
  failed?: boolean
}

/** Exit status 1. */
export class CommandFailed extends Error {}

/** Exit status 2: the command line cannot be meant so. */
export class UsageError extends Error {}
