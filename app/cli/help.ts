import type { Command, Option } from './command.ts'
import { commonOptions } from './parse-command-line.ts'
import { formatColumns } from './terminal.ts'

export function helpForAllCommands(commands: Record<string, Command>): string[] {
  const rows = Object.entries(commands).map(([name, { usage, summary }]) => [
    `  ${`${name} ${usage}`.trim()}`,
    summary,
  ])
  return [
    'npm run foyer -- <command>',
    '',
    ...formatColumns(rows),
    '',
    'Each command explains itself with --help and answers machines with --json (then: npm run --silent foyer -- …).',
    'An <account> is named by its e-mail address or its id.',
    'Exit status: 0 done, 1 refused or failed, 2 the command line was not understood.',
  ]
}

export function helpForCommand(name: string, command: Command): string[] {
  const { usage, summary, details, options } = command
  return [
    `npm run foyer -- ${`${name} ${usage}`.trim()}`,
    '',
    summary,
    ...(details ? ['', details] : []),
    '',
    ...formatColumns(Object.entries({ ...options, ...commonOptions }).map(optionRow)),
  ]
}

function optionRow([name, { value, help }]: [string, Option]): string[] {
  return [`  --${name}${value ? ` ${value}` : ''}`, help]
}
