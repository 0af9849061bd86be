import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { z } from 'zod'

import {
  checkpointSigner,
  accountLog,
  exportEventLog,
  formatVerifierKey,
} from '#app/log-integrity/log-integrity.ts'
import { ownedTables } from '#app/owned-tables.ts'
import type { Clock } from '#app/platform/clock/clock.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import type { OwnedTable, ExportedTable } from '#app/platform/feature.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import { JobError } from '#app/platform/jobs/job-error.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import type { MailWriterFor } from '#app/platform/mail/mail-writer.ts'
import { notify } from '#app/platform/notifications/notify.ts'

import { dataExportMail } from './data-export.mail.ts'
import { exportPaths } from './export-paths.ts'
import { exportLifetimeMs } from './limits.ts'
import { hasRows, readTable } from './read-table.ts'
import { readmeFile, eventLogFileName } from './readme-file.ts'
import { signManifest } from './signed-manifest.ts'
import { type ArchiveEntry, writeArchive } from './write-archive.ts'

interface JobDependencies {
  db: Db
  clock: Clock
  storageDir: string
  files: FileStore
  /** Hostname of the public origin, which names the signing key. */
  host: string
  mailWriterFor: MailWriterFor
  /** WebP images with their file names in the archive. */
  readPhotos: (userId: string) => Promise<{ name: string; content: Buffer }[]>
}

const ExportPayload = z.object({ userId: z.string(), exportId: z.string() })
type ExportPayload = z.output<typeof ExportPayload>

/** Runs `data-export` jobs. A failure is final: the page shows it and the person requests a new export. */
export function dataExportJob(dependencies: JobDependencies): JobHandler {
  return async (payload) => {
    const job = ExportPayload.parse(payload)
    const { finishedPath, draftPath } = exportPaths(job.exportId)
    const path = join(dependencies.storageDir, draftPath)
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      if (!(await writeExport(dependencies, job, path))) return
      const { size } = await stat(path)
      await dependencies.files.moveIn(path, finishedPath)
      await completeExport(dependencies, job, size)
    } catch (cause) {
      await updateExport(dependencies, job, { state: 'failed' })
      throw new JobError('The export could not be written.', { isFinal: true, cause })
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** @returns false when the export was superseded or its account erased */
async function writeExport(
  dependencies: JobDependencies,
  job: ExportPayload,
  path: string,
): Promise<boolean> {
  const { db, clock, storageDir, host, mailWriterFor, readPhotos } = dependencies
  const user = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', job.userId)
    .executeTakeFirst()
  if (!user) return false

  const tables = await exportedTables(db, job.userId)
  const photos = await readPhotos(job.userId)
  const now = clock.now()
  const signer = checkpointSigner(storageDir, host)
  const key = formatVerifierKey(signer)
  const eventLog = exportEventLog(db, accountLog(job.userId), { storageDir, host }, now)
  const entries: ArchiveEntry[] = [
    { name: 'README.txt', content: [readmeFile(mailWriterFor(user.locale, now), tables, key)] },
    ...tables.map(([table, exported]) => ({
      name: exported.file,
      content: readTable(db, table, exported, job.userId),
    })),
    { name: eventLogFileName, content: eventLog },
    ...photos.map(({ name, content }) => ({ name, content: [content] })),
  ]
  if (!(await updateExport(dependencies, job, { done: 0, total: entries.length }))) return false
  await writeArchive(path, entries, {
    onEntry: async (done) => void (await updateExport(dependencies, job, { done })),
    sign: (manifest) => signManifest(signer, manifest, { userId: job.userId, now }),
  })
  return true
}

async function exportedTables(db: Db, userId: string): Promise<[string, ExportedTable][]> {
  const tables: [string, ExportedTable][] = []
  for (const [name, table] of Object.entries<OwnedTable>(ownedTables))
    if ('file' in table && (!table.isOptional || (await hasRows(db, name, table, userId))))
      tables.push([name, table])
  return tables
}

async function completeExport(
  { db, clock, mailWriterFor }: JobDependencies,
  job: ExportPayload,
  bytes: number,
) {
  const now = clock.now()
  const expires_at = now + exportLifetimeMs
  await inTransaction(db, async (tx) => {
    const isCurrent = await updateExport({ db: tx, clock }, job, {
      state: 'ready',
      bytes,
      expires_at,
    })
    if (!isCurrent) return
    const { userId } = job
    const recipient = { userId, sessionId: null, now }
    const { wantsMail } = await notify(tx, recipient, { type: 'export-ready', data: {} })
    if (!wantsMail) return
    const user = await tx
      .selectFrom('users')
      .select(['name', 'email', 'locale', 'timezone'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const mailWriter = mailWriterFor(user.locale, now)
    await mailWriter.send(
      tx,
      user,
      dataExportMail(mailWriter, { expiresAt: expires_at, timezone: user.timezone }),
    )
  })
}

interface ExportUpdate {
  state?: 'ready' | 'failed'
  done?: number
  total?: number
  bytes?: number
  expires_at?: number
}

/** @returns false when the export was superseded or its account erased */
async function updateExport(
  { db, clock }: Pick<JobDependencies, 'db' | 'clock'>,
  { exportId }: ExportPayload,
  values: ExportUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set({ ...values, touched_at: clock.now() })
    .where('id', '=', exportId)
    .where('state', '=', 'working')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
