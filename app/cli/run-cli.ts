import { type Attribute, attributes } from '#app/attributes.ts'
import { hooks } from '#app/hooks.ts'
import { createClock } from '#app/platform/clock/adjustable-clock.ts'
import type { Clock } from '#app/platform/clock/clock.ts'
import { type Config, readConfig } from '#app/platform/config/config.ts'
import { ConfigError, type EnvVariables } from '#app/platform/config/env-reader.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect, type Database } from '#app/platform/db/connect.ts'
import { AppError, ValidationError } from '#app/platform/errors.ts'
import { auditEvents } from '#app/platform/event-log/audit-stream.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { setHooks } from '#app/platform/hooks/hooks.ts'

import {
  type Command,
  UsageError,
  type Invocation,
  type CommandResult,
  CommandFailed,
} from './command.ts'
import { commands } from './commands.ts'
import { confirm } from './confirm.ts'
import { helpForAllCommands, helpForCommand } from './help.ts'
import { openOperatorLog } from './operator-log.ts'
import { type CommandLine, parseCommandLine } from './parse-command-line.ts'
import { requireDatabaseFile, requireMigrated } from './require-database.ts'
import { suggest } from './suggest.ts'
import { replaceControlCharacters, type Terminal } from './terminal.ts'

export { processTerminal } from './terminal.ts'

export interface Environment {
  variables: EnvVariables
  terminal: Terminal
  clock: Clock
  /** The list of app/attributes.ts, unless a test declares its own. */
  attributes?: readonly Attribute[]
}

/** Runs one CLI command. @returns the exit status: 0 success, 1 failure, 2 usage error */
export async function runCli(args: string[], environment: Environment): Promise<number> {
  const { terminal } = environment
  const isJson = args.includes('--json')
  try {
    const { data, lines, failed = false } = await runCommand(args, environment)
    if (isJson) terminal.out(JSON.stringify(data))
    else lines.forEach((line) => terminal.out(replaceControlCharacters(line)))
    return failed ? 1 : 0
  } catch (error) {
    const { message, status } = describeError(error)
    if (isJson) terminal.out(JSON.stringify({ error: message }))
    else terminal.err(replaceControlCharacters(message))
    return status
  }
}

function describeError(error: unknown): { message: string; status: number } {
  if (error instanceof UsageError) return { message: error.message, status: 2 }
  if (error instanceof ValidationError) return { message: sentencesOf(error), status: 1 }
  const isExpected = error instanceof CommandFailed || error instanceof ConfigError
  if (isExpected || error instanceof AppError) return { message: error.message, status: 1 }
  return { message: (error instanceof Error && error.stack) || String(error), status: 1 }
}

async function runCommand(args: string[], environment: Environment): Promise<CommandResult> {
  const [name = '--help', ...rest] = args
  if (name === '--help' || name === 'help') return textResult(helpForAllCommands(commands))
  const command = findCommand(name)
  const commandLine = parseCommandLine(name, command, rest)
  if (commandLine.flags.has('help')) return textResult(helpForCommand(name, command))

  const config = readConfig(environment.variables, { isCli: true })
  const writeAudit = openCommandLog(config, command)
  const accounts = new Set<string>()
  const options = [...commandLine.options.keys(), ...commandLine.flags]
  const finish = (status: number) =>
    writeAudit({ command: name, accounts: [...accounts], options, status })
  try {
    const result = await withDatabase(config, command, (database) =>
      command.run(createInvocation(commandLine, environment, { config, database, accounts })),
    )
    finish(result.failed ? 1 : 0)
    return result
  } catch (error) {
    finish(describeError(error).status)
    throw error
  }
}

function sentencesOf({ fields }: ValidationError): string {
  const messages = Object.values(fields)
  return messages.map((message) => (typeof message === 'string' ? message : message.text)).join(' ')
}

function textResult(lines: string[]): CommandResult {
  return { data: { help: lines.join('\n') }, lines }
}

function findCommand(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command
  const suggestion = suggest(name, Object.keys(commands))
  const hint = suggestion ? `Did you mean ${suggestion}?` : 'See: npm run foyer -- --help'
  throw new UsageError(`Unknown command ${name}. ${hint}`)
}

/** A read-only command also runs without a writable operator.log. */
function openCommandLog(
  { storageDir }: Config,
  { isMutating }: Command,
): ReturnType<typeof openOperatorLog> {
  try {
    return openOperatorLog(storageDir)
  } catch (error) {
    if (!isMutating) return () => {}
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(
      `operator.log cannot be written, so the command was not run: ${reason}.`,
    )
  }
}

interface CommandResources {
  config: Config
  database: () => Promise<Database>
  accounts: Set<string>
}

function createInvocation(
  commandLine: CommandLine,
  environment: Environment,
  resources: CommandResources,
): Invocation {
  const { terminal, clock } = environment
  const { config, database, accounts } = resources
  return {
    args: commandLine.args,
    optionValue: (name) => commandLine.options.get(name),
    hasFlag: (name) => commandLine.flags.has(name),
    config,
    database,
    keys: createKeyring(config.appKeys),
    attributes: environment.attributes ?? attributes,
    terminal,
    now: createClock(config, clock).now(),
    logAccount: (userId) => void accounts.add(userId),
    confirm: (consequence, requiredAnswer) =>
      confirm({ terminal, flags: commandLine.flags }, consequence, requiredAnswer),
  }
}

async function withDatabase(
  config: Config,
  { allowsAnyDatabase = false }: Command,
  run: (database: () => Promise<Database>) => Promise<CommandResult>,
): Promise<CommandResult> {
  let opened: Database | undefined
  try {
    return await run(async () => {
      if (opened) return opened
      if (!allowsAnyDatabase) requireDatabaseFile(config)
      opened = await connect(config.databaseUrl, {
        sessionUrl: config.databaseSessionUrl,
        poolSize: 2,
        statementTimeoutMs: 0,
        waitTimeoutMs: 5000,
      })
      setSigningKeys(opened.db, createKeyring(config.appKeys))
      setHooks(opened.db, hooks)
      auditEvents(opened.db, config)
      if (!allowsAnyDatabase) await requireMigrated(opened)
      return opened
    })
  } finally {
    await opened?.close()
  }
}
