import { parseArgs } from 'node:util'

import { type Command, UsageError, type Option } from './command.ts'
import { suggest } from './suggest.ts'

export interface CommandLine {
  args: string[]
  options: Map<string, string>
  flags: Set<string>
}

/** Options of every command. */
export const commonOptions: Record<string, Option> = {
  json: { help: 'print one JSON document' },
  yes: { help: 'skip the confirmation' },
  help: { help: 'show this help' },
}

/** @throws UsageError for an unknown option, a missing value, or a wrong number of arguments */
export function parseCommandLine(name: string, command: Command, args: string[]): CommandLine {
  const knownOptions: Record<string, Option> = { ...command.options, ...commonOptions }
  const { tokens } = parseArgs({
    args,
    options: toParseArgsOptions(knownOptions),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const commandLine: CommandLine = { args: [], options: new Map(), flags: new Set() }

  for (const token of tokens) {
    if (token.kind === 'positional') commandLine.args.push(token.value)
    if (token.kind === 'option') storeOption(commandLine, knownOptions, token)
  }
  const { min, max } = command.args
  const hasValidCount = commandLine.args.length >= min && commandLine.args.length <= max
  if (!hasValidCount && !commandLine.flags.has('help')) {
    throw new UsageError(`Usage: ${`${name} ${command.usage}`.trim()}`)
  }
  return commandLine
}

function toParseArgsOptions(knownOptions: Record<string, Option>) {
  return Object.fromEntries(
    Object.entries(knownOptions).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  )
}

interface OptionToken {
  name: string
  rawName: string
  value?: string | undefined
}

function storeOption(
  commandLine: CommandLine,
  knownOptions: Record<string, Option>,
  { name, rawName, value }: OptionToken,
) {
  const option = Object.hasOwn(knownOptions, name) ? knownOptions[name] : undefined
  if (!option) {
    const suggestion = suggest(name, Object.keys(knownOptions))
    throw new UsageError(
      `Unknown option ${rawName}.${suggestion ? ` Did you mean --${suggestion}?` : ''}`,
    )
  }
  if (!option.value && value !== undefined) throw new UsageError(`--${name} takes no value.`)
  if (option.value && !value)
    throw new UsageError(`--${name} needs a value: --${name} ${option.value}`)
  if (value === undefined) commandLine.flags.add(name)
  else commandLine.options.set(name, value)
}

/** @throws UsageError when the value is no integer from 1 to `max` */
export function numberOption(value: string | undefined, fallback: number, max: number): number {
  if (value === undefined) return fallback
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0
  if (number >= 1 && number <= max) return number
  throw new UsageError(`"${value}" must be a whole number from 1 to ${max}.`)
}
