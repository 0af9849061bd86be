import type { Command } from './command.ts'
import { databaseOf } from './database-checks.ts'
import { looksCopied } from './database-file.ts'
import { checks } from './doctor-checks.ts'
import { columns } from './terminal.ts'

const marks = { fine: 'ok', warning: '!', problem: 'X' }

export const doctor: Command = {
  usage: '',
  summary:
    'looks for what is wrong: database, key, storage, stolen passwords, mail, clock, jobs, disk',
  details: 'Changes nothing. Exit status 1 when there is a problem; warnings do not count.',
  words: { least: 0, most: 0 },
  changes: false,
  anyDatabase: true,
  async run(operation) {
    // Before it is opened: opening a file that was copied without its log would cover the traces.
    const file = looksCopied(operation.config.databaseUrl)
    const isThere = file.status !== 'problem'
    const findings = [file, ...(isThere ? await databaseOf(operation) : [])]
    for (const check of checks) findings.push(await check(operation))

    const problems = findings.filter(({ status }) => status === 'problem').length
    const warnings = findings.filter(({ status }) => status === 'warning').length
    const lines = [
      ...columns(findings.map(({ about, status, says }) => [marks[status], about, says])),
      `${problems} problems, ${warnings} warnings`,
    ]
    return { data: { problems, warnings, findings }, lines, failed: problems > 0 }
  },
}
