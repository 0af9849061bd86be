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
    'Every command supports --help and --json (with --json use: npm run --silent foyer -- …).',
    '<account> is an email address or an account id.',
    'Exit status: 0 success, 1 failure, 2 usage error.',
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
