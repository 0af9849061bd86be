import type { Attribute } from '#app/attributes.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Database } from '#app/platform/db/connect.ts'

import type { Terminal } from './terminal.ts'

export interface Command {
  /** The arguments as the help shows them, such as `<account>`. */
  usage: string
  /** One line, for the list of commands. */
  summary: string
  details?: string
  options?: Record<string, Option>
  args: { min: number; max: number }
  /** Whether the command changes something; it is then rejected when operator.log cannot be written. */
  isMutating: boolean
  /** Also runs when the database does not exist yet or has pending migrations. */
  allowsAnyDatabase?: boolean
  run(invocation: Invocation): Promise<CommandResult>
}

export interface Option {
  /** Placeholder of the value in the help; without it the option is a flag. */
  value?: string
  help: string
}

export interface Invocation {
  args: string[]
  optionValue(name: string): string | undefined
  hasFlag(name: string): boolean
  config: Config
  keys: Keyring
  attributes: readonly Attribute[]
  /** Connects on the first call. */
  database(): Promise<Database>
  terminal: Terminal
  now: number
  logAccount(userId: string): void
  /**
   * Asks on the terminal, unless `--yes` is set. @throws CommandFailed for any other answer, or without a terminal
   *
   * @param consequence  what will happen
   */
  confirm(consequence: string, requiredAnswer?: string): Promise<void>
}

export interface CommandResult {
  /** Output with `--json`. */
  data: object
  /** Output without `--json`. */
  lines: string[]
  /** The command ran and found a problem: exit status 1. */
  failed?: boolean
}

/** Exit status 1. */
export class CommandFailed extends Error {}

/** Exit status 2: the command line is invalid. */
export class UsageError extends Error {}
