import { existsSync } from 'node:fs'

import { beginRecords } from '#app/platform/begin-records.ts'
import type { Clock } from '#app/platform/clock.ts'
import { type Config, readConfig } from '#app/platform/config.ts'
import { connect, type Database } from '#app/platform/db/connect.ts'
import { pendingMigrations } from '#app/platform/db/migrate.ts'
import { ConfigError, type Variables } from '#app/platform/environment.ts'
import { Refusal } from '#app/platform/errors.ts'
import { keyring } from '#app/platform/keys.ts'
import { clockOf } from '#app/platform/movable-clock.ts'
import { recordWith } from '#app/platform/record-keys.ts'

import { openAudit } from './audit.ts'
import { type CommandLine, readCommandLine } from './command-line.ts'
import { type Command, Misused, type Operation, type Outcome, Refused } from './command.ts'
import { commands } from './commands.ts'
import { helpForAll, helpForOne } from './help.ts'
import { nearest } from './nearest.ts'
import { printable, type Terminal } from './terminal.ts'

export { processTerminal } from './terminal.ts'

export interface Surroundings {
  variables: Variables
  terminal: Terminal
  clock: Clock
}

/** Runs one command of the operator's tool. @returns its exit status: 0 done, 1 refused or failed, 2 misused */
export async function operate(args: string[], surroundings: Surroundings): Promise<number> {
  const { terminal } = surroundings
  const isForMachines = args.includes('--json')
  try {
    const { data, lines, failed = false } = await carryOut(args, surroundings)
    if (isForMachines) terminal.out(JSON.stringify(data))
    else lines.forEach((line) => terminal.out(printable(line)))
    return failed ? 1 : 0
  } catch (error) {
    const { sentence, status } = inWords(error)
    if (isForMachines) terminal.out(JSON.stringify({ error: sentence }))
    else terminal.err(printable(sentence))
    return status
  }
}

function inWords(error: unknown): { sentence: string; status: number } {
  if (error instanceof Misused) return { sentence: error.message, status: 2 }
  const isSentence = error instanceof Refused || error instanceof ConfigError
  if (isSentence || error instanceof Refusal) return { sentence: error.message, status: 1 }
  return { sentence: (error instanceof Error && error.stack) || String(error), status: 1 }
}

async function carryOut(args: string[], surroundings: Surroundings): Promise<Outcome> {
  const [name = '--help', ...rest] = args
  if (name === '--help' || name === 'help') return said(helpForAll(commands))
  const command = find(name)
  const line = readCommandLine(name, command, rest)
  if (line.switches.has('help')) return said(helpForOne(name, command))

  const config = readConfig(surroundings.variables, { isOperator: true })
  const write = auditOf(config, command)
  const accounts = new Set<string>()
  const options = [...line.values.keys(), ...line.switches]
  const finish = (status: number) =>
    write({ command: name, accounts: [...accounts], options, status })
  try {
    const outcome = await withDatabase(config, command, surroundings, (database) =>
      command.run(operation(line, surroundings, { config, database, accounts })),
    )
    finish(outcome.failed ? 1 : 0)
    return outcome
  } catch (error) {
    finish(inWords(error).status)
    throw error
  }
}

function said(lines: string[]): Outcome {
  return { data: { help: lines.join('\n') }, lines }
}

function find(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command
  const meant = nearest(name, Object.keys(commands))
  const hint = meant ? `Did you mean ${meant}?` : 'See: npm run foyer -- --help'
  throw new Misused(`There is no command ${name}. ${hint}`)
}

/** What only looks is not refused for want of a place to write. */
function auditOf({ storageDir }: Config, { changes }: Command): ReturnType<typeof openAudit> {
  try {
    return openAudit(storageDir)
  } catch (error) {
    if (!changes) return () => {}
    const why = error instanceof Error ? error.message : String(error)
    throw new Refused(`It cannot be written down who does this, so it is not done: ${why}.`)
  }
}

interface Opened {
  config: Config
  database: () => Promise<Database>
  accounts: Set<string>
}

function operation(line: CommandLine, around: Surroundings, opened: Opened): Operation {
  const { terminal, clock } = around
  const { config, database, accounts } = opened
  return {
    words: line.words,
    value: (name) => line.values.get(name),
    has: (name) => line.switches.has(name),
    config,
    database,
    keys: keyring(config.appKeys),
    terminal,
    now: clockOf(config, clock).now(),
    concerns: (userId) => void accounts.add(userId),
    async confirm(consequence, word = 'yes') {
      if (line.switches.has('yes')) return
      if (!terminal.isInteractive || line.switches.has('json')) {
        throw new Refused(`${consequence}\nNothing was done. Add --yes to do it.`)
      }
      terminal.err(printable(consequence))
      const answer = await terminal.ask(printable(`Type ${word} to go on: `))
      if (answer.trim() !== word) throw new Refused('Nothing was done.')
    },
  }
}

async function withDatabase(
  config: Config,
  { anyDatabase = false, changes }: Command,
  { clock }: Surroundings,
  run: (database: () => Promise<Database>) => Promise<Outcome>,
): Promise<Outcome> {
  let opened: Database | undefined
  try {
    return await run(async () => {
      if (opened) return opened
      if (!anyDatabase) refuseMissing(config)
      opened = await connect(config.databaseUrl, { poolSize: 2, statementMs: 0, waitMs: 5000 })
      recordWith(opened.db, keyring(config.appKeys))
      if (!anyDatabase) await refuseOutdated(opened)
      if (changes && !anyDatabase) await beginRecords(opened.db, config.storageDir, clock.now())
      return opened
    })
  } finally {
    await opened?.close()
  }
}

/** To look into a database is no reason to make one. */
function refuseMissing({ databaseUrl }: Config): void {
  const path = databaseUrl.replace(/^sqlite:/, '')
  if (path === databaseUrl || existsSync(path)) return
  throw new Refused(
    `There is no database at ${path} yet. The first start makes it, or: npm run foyer -- migrate`,
  )
}

async function refuseOutdated(database: Database): Promise<void> {
  const missing = await pendingMigrations(database)
  if (missing.length === 0) return
  throw new Refused(
    `The database lacks ${missing.length} migrations. Start the server, or: npm run foyer -- migrate`,
  )
}
