import { commonOptions } from './command-line.ts'
import type { Command, Option } from './command.ts'
import { columns } from './terminal.ts'

export function helpForAll(commands: Record<string, Command>): string[] {
  const rows = Object.entries(commands).map(([name, { usage, summary }]) => [
    `  ${`${name} ${usage}`.trim()}`,
    summary,
  ])
  return [
    'npm run foyer -- <command>',
    '',
    ...columns(rows),
    '',
    'Each command explains itself with --help and answers machines with --json (then: npm run --silent foyer -- …).',
    'An <account> is named by its e-mail address or its id.',
    'Exit status: 0 done, 1 refused or failed, 2 the command line was not understood.',
  ]
}

export function helpForOne(name: string, command: Command): string[] {
  const { usage, summary, details, options } = command
  return [
    `npm run foyer -- ${`${name} ${usage}`.trim()}`,
    '',
    summary,
    ...(details ? ['', details] : []),
    '',
    ...columns(Object.entries({ ...options, ...commonOptions }).map(optionRow)),
  ]
}

function optionRow([name, { value, help }]: [string, Option]): string[] {
  return [`  --${name}${value ? ` ${value}` : ''}`, help]
}
