import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'

import { headWorth } from '#app/platform/chain.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { newId } from '#app/platform/ids.ts'
import { moment } from '#app/platform/moment.ts'
import { everyRecordKey } from '#app/platform/record-keys.ts'

import {
  checkpointFolder,
  checkpointSigner,
  forgetOldLists,
  listPath,
  newestNote,
  notePath,
} from './checkpoint-files.ts'
import { headLine, none, noteHash, writeCheckpoint } from './checkpoint-note.ts'
import { MerkleTree } from './merkle.ts'

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
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = await newestNote(folder)
  const number = (before?.number ?? 0) + 1
  const draft = `${listPath(folder, number)}.${newId()}`
  try {
    const { root, ...counts } = await writeList(db, draft)
    const previous = before ? noteHash(before.text) : none
    const signer = checkpointSigner(storageDir, host)
    const checkpoint = { number, root: root.toString('base64'), previous, ...counts }
    const note = writeCheckpoint(signer, checkpoint, now)
    if (!(await isFirst(notePath(folder, number), note))) return null
    await rename(draft, listPath(folder, number))
    await forgetOldLists(folder)
    return note
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeList(db: Db, path: string) {
  const keys = await everyRecordKey(db)
  const tree = new MerkleTree()
  const counts = { records: 0, leftOut: 0 }
  const file = await open(path, 'wx', 0o600)
  try {
    for (let ends = await endsAfter(db, ''); ends.length > 0;) {
      const ours = ends.filter(({ signature, ...end }) => {
        return headWorth(keys, end, signature) === 'genuine'
      })
      for (const end of ours) tree.add(headLine(end))
      await file.write(ours.map((end) => `${headLine(end)}\n`).join(''))
      counts.records += ours.length
      counts.leftOut += ends.length - ours.length
      ends = await endsAfter(db, ends.at(-1)?.account ?? '')
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { root: tree.root(), ...counts }
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

/** A number is given once. */
async function isFirst(path: string, note: string): Promise<boolean> {
  try {
    await writeFile(path, note, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
