import { checkDatabaseFile } from './check-database-file.ts'
import type { CheckResult } from './check-result.ts'
import type { Command } from './command.ts'
import { checkDatabase } from './database-checks.ts'
import { checks } from './doctor-checks.ts'
import { formatColumns } from './terminal.ts'

const statusSymbols = { ok: 'ok', warning: '!', problem: 'X' }

export const doctor: Command = {
  usage: '',
  summary:
    'checks the database, key, storage, bucket, stolen passwords, mail, security contact, clock, jobs and disk',
  details: 'Changes nothing. Exits with 1 when there is a problem; warnings do not count.',
  args: { min: 0, max: 0 },
  isMutating: false,
  allowsAnyDatabase: true,
  async run(invocation) {
    // Runs before the database is opened, because opening resets the traces of a copy without its WAL.
    const file = checkDatabaseFile(invocation.config.databaseUrl)
    const exists = file.status !== 'problem'
    const results = [file, ...(exists ? await checkDatabase(invocation) : [])]
    for (const check of checks) results.push(await check(invocation))

    const problems = results.filter(({ status }) => status === 'problem').length
    const warnings = results.filter(({ status }) => status === 'warning').length
    const lines = [
      ...formatColumns(
        results.map(({ subject, status, message }) => [statusSymbols[status], subject, message]),
      ),
      `${problems} problems, ${warnings} warnings`,
    ]
    return {
      data: { problems, warnings, findings: results.map(toJson) },
      lines,
      failed: problems > 0,
    }
  },
}

/** The published keys, which scripts may read. */
function toJson({ subject, status, message }: CheckResult) {
  return { about: subject, status: status === 'ok' ? 'fine' : status, says: message }
}
