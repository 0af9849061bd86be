import { open } from 'node:fs/promises'

import type { Config } from '#app/platform/config/config.ts'
import type { Database, Db, Tx } from '#app/platform/db/connect.ts'
import { newId } from '#app/platform/lib/ids.ts'
import type { Log } from '#app/platform/lib/log.ts'

const pollMs = 500
const batchSize = 100

/** Keyed by Kysely adapter, which a database shares with its transactions. */
const services = new WeakMap<object, string>()

/** Turns the audit log on or off: with it, each event of this database also waits to be written to it. */
export function auditEvents(
  db: Db,
  { auditLog, appName }: Pick<Config, 'auditLog' | 'appName'>,
): void {
  const { adapter } = db.getExecutor()
  if (auditLog === null) services.delete(adapter)
  else services.set(adapter, appName)
}

/** The name of the service in lines of the audit log; undefined when events are not written to one. */
export function auditedService(tx: Tx): string | undefined {
  return services.get(tx.getExecutor().adapter)
}

/** Stores the line in the transaction of the event, so that it is written if and only if the event is. */
export async function enqueueAuditLine(tx: Tx, line: string): Promise<void> {
  await tx.insertInto('audit_lines').values({ id: newId(), line }).execute()
}

/**
 * Writes waiting lines to the audit log, soon after each commit, also those of other processes and of the command line. What cannot be
 * written stays in the database.
 *
 * @param target  `stdout` or the path of a file
 * @returns writes what is left, and stops
 */
export function startAuditStream(
  database: Database,
  target: string,
  log: Pick<Log, 'error'>,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isBusy = false
  const drain = async () => {
    if (isBusy) return
    isBusy = true
    running = writeAuditLines(database, target)
      .catch((err: unknown) => log.error({ err }, 'audit log not written'))
      .finally(() => (isBusy = false))
    await running
  }
  const timer = setInterval(() => void drain(), pollMs).unref()
  return async () => {
    clearInterval(timer)
    await running
    await drain()
  }
}

/** Writes each line at least once: lines whose deletion fails after the write are written again. */
export async function writeAuditLines({ db, dialect }: Database, target: string): Promise<void> {
  while (await hasLines(db))
    await db.transaction().execute(async (tx) => {
      const rows = await tx
        .deleteFrom('audit_lines')
        .where('id', 'in', (lines) => {
          const next = lines.selectFrom('audit_lines').select('id').orderBy('id').limit(batchSize)
          return dialect === 'postgres' ? next.forUpdate().skipLocked() : next
        })
        .returning(['id', 'line'])
        .execute()
      const inOrder = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      await write(target, inOrder.map(({ line }) => `${line}\n`).join(''))
    })
}

async function hasLines(db: Db): Promise<boolean> {
  const line = await db.selectFrom('audit_lines').select('id').limit(1).executeTakeFirst()
  return line !== undefined
}

async function write(target: string, text: string): Promise<void> {
  if (target === 'stdout')
    return new Promise((resolve, reject) =>
      process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
    )
  // Opened each time, so that it can be rotated by renaming.
  const file = await open(target, 'a', 0o600)
  try {
    await file.appendFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
}
