import { checkDatabaseFile } from './check-database-file.ts'
import type { Command } from './command.ts'
import { checkDatabase } from './database-checks.ts'
import { checks } from './doctor-checks.ts'
import { formatColumns } from './terminal.ts'

const statusSymbols = { fine: 'ok', warning: '!', problem: 'X' }

export const doctor: Command = {
  usage: '',
  summary:
    'checks the database, key, storage, stolen passwords, mail, clock, jobs and disk for problems',
  details: 'Changes nothing. Exits with 1 when there is a problem; warnings do not count.',
  args: { min: 0, max: 0 },
  isMutating: false,
  allowsAnyDatabase: true,
  async run(invocation) {
    // Runs before the database is opened, because opening resets the traces of a copy without its WAL.
    const file = checkDatabaseFile(invocation.config.databaseUrl)
    const exists = file.status !== 'problem'
    const findings = [file, ...(exists ? await checkDatabase(invocation) : [])]
    for (const check of checks) findings.push(await check(invocation))

    const problems = findings.filter(({ status }) => status === 'problem').length
    const warnings = findings.filter(({ status }) => status === 'warning').length
    const lines = [
      ...formatColumns(
        findings.map(({ about, status, says }) => [statusSymbols[status], about, says]),
      ),
      `${problems} problems, ${warnings} warnings`,
    ]
    return { data: { problems, warnings, findings }, lines, failed: problems > 0 }
  },
}
