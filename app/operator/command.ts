import type { Config } from '#app/platform/config.ts'
import type { Database } from '#app/platform/db/connect.ts'
import type { Keyring } from '#app/platform/keys.ts'

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
  words: { least: number; most: number }
  /** Refused when it cannot be written down who did it. */
  changes: boolean
  /** Works on a database that is not there yet, or lacks migrations. */
  anyDatabase?: boolean
  run(operation: Operation): Promise<Outcome>
}

export interface Option {
  /** What stands for its value in the help; without it the option is a switch. */
  value?: string
  help: string
}

export interface Operation {
  words: string[]
  /** The value of an option, or undefined when it was not given. */
  value(name: string): string | undefined
  has(name: string): boolean
  config: Config
  keys: Keyring
  /** Opens the database with the first call. */
  database(): Promise<Database>
  terminal: Terminal
  now: number
  /** Who is changed or looked at, for the audit line. */
  concerns(userId: string): void
  /**
   * Asks, on a terminal; goes on without asking with `--yes`.
   *
   * @param consequence  exactly what will happen
   * @param word  what has to be typed
   * @throws Refused when the answer is another, or nobody can be asked
   */
  confirm(consequence: string, word?: string): Promise<void>
}

export interface Outcome {
  /** For machines, with `--json`. */
  data: object
  /** For people. */
  lines: string[]
  /** It ran, and what it found is bad. */
  failed?: boolean
}

/** Exit status 1. */
export class Refused extends Error {}

/** Exit status 2: the command line cannot be meant so. */
export class Misused extends Error {}
