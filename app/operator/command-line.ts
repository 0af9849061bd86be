import { parseArgs } from 'node:util'

import { type Command, Misused, type Option } from './command.ts'
import { nearest } from './nearest.ts'

export interface CommandLine {
  words: string[]
  values: Map<string, string>
  switches: Set<string>
}

/** What every command understands. */
export const commonOptions: Record<string, Option> = {
  json: { help: 'answer with one JSON document' },
  yes: { help: 'do it without asking' },
  help: { help: 'say what the command does' },
}

/** @throws Misused when an option is unknown or lacks its value, or there are too few or too many words */
export function readCommandLine(name: string, command: Command, args: string[]): CommandLine {
  const known: Record<string, Option> = { ...command.options, ...commonOptions }
  const { tokens } = parseArgs({
    args,
    options: typesOf(known),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const line: CommandLine = { words: [], values: new Map(), switches: new Set() }

  for (const token of tokens) {
    if (token.kind === 'positional') line.words.push(token.value)
    if (token.kind === 'option') keep(line, known, token)
  }
  const { least, most } = command.words
  const isRight = line.words.length >= least && line.words.length <= most
  if (!isRight && !line.switches.has('help')) {
    throw new Misused(`It is used like this: ${`${name} ${command.usage}`.trim()}`)
  }
  return line
}

function typesOf(known: Record<string, Option>) {
  return Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  )
}

interface Given {
  name: string
  rawName: string
  value?: string | undefined
}

function keep(line: CommandLine, known: Record<string, Option>, { name, rawName, value }: Given) {
  const option = Object.hasOwn(known, name) ? known[name] : undefined
  if (!option) {
    const meant = nearest(name, Object.keys(known))
    throw new Misused(`There is no option ${rawName}.${meant ? ` Did you mean --${meant}?` : ''}`)
  }
  if (!option.value && value !== undefined) throw new Misused(`--${name} takes no value.`)
  if (option.value && !value)
    throw new Misused(`--${name} needs a value: --${name} ${option.value}`)
  if (value === undefined) line.switches.add(name)
  else line.values.set(name, value)
}

/** @throws Misused */
export function numberOption(value: string | undefined, fallback: number, most: number): number {
  if (value === undefined) return fallback
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0
  if (number >= 1 && number <= most) return number
  throw new Misused(`"${value}" must be a whole number from 1 to ${most}.`)
}
