import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { headWorth } from '#app/platform/chain.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'
import { everyRecordKey } from '#app/platform/record-keys.ts'

import {
  checkpointFolder,
  checkpointSigner,
  forgetOldDrafts,
  forgetOldLists,
  newDraft,
  newestNote,
  settleDraft,
} from './checkpoint-files.ts'
import { none, noteHash, writeCheckpoint } from './checkpoint-note.ts'
import { ListWriter } from './list-writer.ts'

interface Place {
  storageDir: string
  /** The host in whose name it is signed. */
  host: string
}

const atOnce = 500

/** Whether today has none yet, by UTC. */
export async function isCheckpointDue(storageDir: string, now: number): Promise<boolean> {
  const newest = await newestNote(checkpointFolder(storageDir))
  return !newest?.text.includes(`\nat ${moment(now).slice(0, 10)}`)
}

/**
 * Signs where every record ends: the ends as a list, and of it a note that names the root of a tree over them and holds on to
 * the note before. Kept elsewhere, the note shows later that a record was rewritten, even by someone who has every key.
 *
 * @returns the note; null when another process was first
 */
export async function makeCheckpoint(
  db: Db,
  { storageDir, host }: Place,
  now: number,
): Promise<string | null> {
  const folder = checkpointFolder(storageDir)
  const before = await newestNote(folder)
  const number = (before?.number ?? 0) + 1
  const draft = await newDraft(folder)
  try {
    const { root, ...counts } = await writeList(db, draft)
    const previous = before ? noteHash(before.text) : none
    const signer = checkpointSigner(storageDir, host)
    const checkpoint = { number, root: root.toString('base64'), previous, ...counts }
    const note = writeCheckpoint(signer, checkpoint, now)
    await writeFile(join(draft, 'note'), note, { mode: 0o600, flush: true })
    if (!(await settleDraft(folder, draft, number))) return null
    await forgetOldLists(folder)
    await forgetOldDrafts(folder, now)
    return note
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function writeList(db: Db, draft: string) {
  const keys = await everyRecordKey(db)
  const list = await ListWriter.open(draft)
  let leftOut = 0
  try {
    for (let ends = await endsAfter(db, ''); ends.length > 0;) {
      const ours = ends.filter(({ signature, ...end }) => {
        return headWorth(keys, end, signature) === 'genuine'
      })
      await list.add(ours)
      leftOut += ends.length - ours.length
      ends = await endsAfter(db, ends.at(-1)?.account ?? '')
    }
    return { ...(await list.finish()), leftOut }
  } finally {
    await list.close()
  }
}

async function endsAfter(db: Db, after: string) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'event_count', 'record_head', 'recorded_at', 'record_signature'])
    .select('origins_erased_through')
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute()
  return rows.map((row) => ({
    account: row.id,
    seq: row.event_count,
    hash: row.record_head ?? '',
    at: row.recorded_at ?? 0,
    originsErasedThrough: row.origins_erased_through,
    signature: row.record_signature ?? '',
  }))
}
