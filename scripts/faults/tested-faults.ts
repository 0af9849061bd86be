import type { Fault, TestedFault } from './fault.ts'

/** Faults whose promise is not about load: the test that does them runs. */
const rows: [id: string, file: string, name: string, on?: Fault['on']][] = [
  ['F03', 'app/account-deletion/account-deletion.test.ts', 'a repeated deletion job erases'],
  ['F03', 'app/platform/mail/smtp-mailer.test.ts', 'a temporary rejection is retried', 'sqlite'],
  ['F11', 'app/platform/db/postgres.test.ts', 'retries', 'postgres'],
  ['F14', 'app/platform/mail/smtp-retries.test.ts', 'MAIL-02', 'sqlite'],
  ['F16', 'packages/channels/liveness.test.ts', 'a client that does not answer pings', 'sqlite'],
  ['F18', 'app/platform/db/migrate.test.ts', 'a migration that fails half way'],
  ['F19', 'app/platform/db/migrate.test.ts', 'four processes starting together'],
  ['F22', 'app/server/main.test.ts', 'signal', 'sqlite'],
  ['F25', 'app/server/open-file-limit.test.ts', 'connections beyond the open-file limit', 'sqlite'],
  ['F26', 'app/server/main.test.ts', 'an unhandled error is logged', 'sqlite'],
  ['F26', 'packages/channels/drain-and-backpressure.test.ts', 'an internal error closes', 'sqlite'],
  ['F27', 'app/cli/backup-and-doctor.test.ts', 'a backup made during writes', 'sqlite'],
  ['F27', 'app/cli/backup-and-doctor.test.ts', 'a backup of PostgreSQL', 'postgres'],
  ['F28', 'app/cli/backup-and-doctor.test.ts', 'copied without its WAL', 'sqlite'],
  ['F29', 'app/server/corrupted-database.test.ts', 'F29', 'sqlite'],
  ['F30', 'app/server/corrupted-database.test.ts', 'F30', 'sqlite'],
  ['F31', 'app/realtime/multi-process.test.ts', 'two processes on PostgreSQL', 'postgres'],
  ['F33', 'app/platform/jobs/two-workers.test.ts', 'another process runs the job'],
  ['F34', 'app/platform/jobs/two-workers.test.ts', 'two processes run no job twice'],
  ['F35', 'app/realtime/channel-authorization.test.ts', 'a thousand reconnecting pages', 'sqlite'],
]

export const testedFaults: TestedFault[] = rows.map(([id, file, name, on]) => ({
  id,
  title: `test: ${name}`,
  test: { file, name },
  ...(on && { on }),
}))
