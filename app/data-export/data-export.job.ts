import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { z } from 'zod'

import { belongings, type Belonging, type Exported } from '#app/belongings.ts'
import { exportRecord, publishedKey } from '#app/history/history.ts'
import type { Clock } from '#app/platform/clock.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { JobError } from '#app/platform/jobs/job-error.ts'
import type { Handler } from '#app/platform/jobs/work-on.ts'
import type { PostIn } from '#app/platform/post.ts'

import { dataExportMail } from './data-export.mail.ts'
import { exportPlace, lifeMs } from './export-place.ts'
import { readBelongings } from './read-belongings.ts'
import { readMe, recordName } from './read-me.ts'
import { type Entry, writeArchive } from './write-archive.ts'

interface JobParts {
  db: Db
  clock: Clock
  storageDir: string
  /** Of the public origin: whose record it is. */
  host: string
  postIn: PostIn
  /** WebP, by the names of their files. */
  photosOf: (userId: string) => Promise<{ name: string; content: Buffer }[]>
}

const Wanted = z.object({ userId: z.string(), exportId: z.string() })
type Wanted = z.output<typeof Wanted>

/** Works off jobs of kind `data-export`. What fails is shown to the person, who asks again: nobody waits in the dark. */
export function dataExportJob(parts: JobParts): Handler {
  return async (payload) => {
    const wanted = Wanted.parse(payload)
    const { whole, draft } = exportPlace(wanted.exportId)
    const path = join(parts.storageDir, draft)
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      if (!(await write(parts, wanted, path))) return
      const { size } = await stat(path)
      await rename(path, join(parts.storageDir, whole))
      await finish(parts, wanted, size)
    } catch (cause) {
      await change(parts, wanted, { state: 'failed' })
      throw new JobError('An export could not be written.', { isFinal: true, cause })
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** @returns false when nobody waits for it any more */
async function write(parts: JobParts, wanted: Wanted, path: string): Promise<boolean> {
  const { db, clock, storageDir, host, postIn, photosOf } = parts
  const user = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', wanted.userId)
    .executeTakeFirst()
  if (!user) return false

  const tables = exportedTables()
  const photos = await photosOf(wanted.userId)
  const now = clock.now()
  const key = publishedKey(storageDir, host)
  const record = exportRecord(db, { userId: wanted.userId, now }, { storageDir, host })
  const entries: Entry[] = [
    { name: 'README.txt', content: [readMe(postIn(user.locale, now), tables, key)] },
    ...tables.map(([table, exported]) => ({
      name: exported.file,
      content: readBelongings(db, table, exported, wanted.userId),
    })),
    { name: recordName, content: record },
    ...photos.map(({ name, content }) => ({ name, content: [content] })),
  ]
  if (!(await change(parts, wanted, { done: 0, total: entries.length }))) return false
  await writeArchive(path, entries, async (done) => void (await change(parts, wanted, { done })))
  return true
}

function exportedTables(): [string, Exported][] {
  const all: [string, Belonging][] = Object.entries(belongings)
  return all.flatMap(([table, it]): [string, Exported][] => ('file' in it ? [[table, it]] : []))
}

async function finish({ db, clock, postIn }: JobParts, wanted: Wanted, bytes: number) {
  const now = clock.now()
  const expires_at = now + lifeMs
  await inTransaction(db, async (tx) => {
    const isWanted = await change({ db: tx, clock }, wanted, { state: 'ready', bytes, expires_at })
    if (!isWanted) return
    const user = await tx
      .selectFrom('users')
      .select(['name', 'email', 'locale', 'timezone'])
      .where('id', '=', wanted.userId)
      .executeTakeFirstOrThrow()
    const post = postIn(user.locale, now)
    await post.send(tx, user, dataExportMail(post, { expiresAt: expires_at, zone: user.timezone }))
  })
}

interface Change {
  state?: 'ready' | 'failed'
  done?: number
  total?: number
  bytes?: number
  expires_at?: number
}

/** @returns false when the export was asked for anew, or is gone with its account */
async function change(
  { db, clock }: Pick<JobParts, 'db' | 'clock'>,
  { exportId }: Wanted,
  values: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set({ ...values, touched_at: clock.now() })
    .where('id', '=', exportId)
    .where('state', '=', 'working')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
