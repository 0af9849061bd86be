import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Db } from '#app/platform/db/connect.ts'
import { headSignatureStatus, type SigningKeys } from '#app/platform/event-log/hash-chain.ts'
import type { LogStore, StoredHead } from '#app/platform/event-log/log-store.ts'
import { allSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { mergeSorted } from '#app/platform/lib/merge-sorted.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'

import {
  checkpointFolder,
  checkpointSigner,
  deleteStaleDrafts,
  deleteOldLists,
  createDraft,
  latestNote,
  publishDraft,
} from './checkpoint-files.ts'
import { noPreviousCheckpoint, hashNote, signCheckpoint } from './checkpoint-note.ts'
import { HeadListWriter } from './head-list-writer.ts'

interface CheckpointTarget {
  storageDir: string
  /** Names the signer. */
  host: string
  /** The logs to list. */
  stores: readonly LogStore[]
}

/** Whether there is no checkpoint of today (UTC) yet. */
export async function isCheckpointDue(storageDir: string, now: number): Promise<boolean> {
  const latest = await latestNote(checkpointFolder(storageDir))
  return !latest?.text.includes(`\nat ${toIso(now).slice(0, 10)}`)
}

/**
 * Writes the list of the heads of all event logs and a signed note with the root of the Merkle tree over them and the hash
 * of the previous note. A copy of the note stored elsewhere reveals rewritten logs, even if the attacker has every key.
 *
 * @returns the note; null when another process published the same checkpoint first
 */
export async function createCheckpoint(
  db: Db,
  { storageDir, host, stores }: CheckpointTarget,
  now: number,
): Promise<string | null> {
  const folder = checkpointFolder(storageDir)
  const latest = await latestNote(folder)
  const number = (latest?.number ?? 0) + 1
  const draft = await createDraft(folder)
  try {
    const { root, ...counts } = await writeHeadList(logHeads(db, stores), {
      draft,
      keys: await allSigningKeys(db),
    })
    const previous = latest ? hashNote(latest.text) : noPreviousCheckpoint
    const signer = checkpointSigner(storageDir, host)
    const checkpoint = { number, root: root.toString('base64'), previous, ...counts }
    const note = signCheckpoint(signer, checkpoint, now)
    await writeFile(join(draft, 'note'), note, { mode: 0o600, flush: true })
    if (!(await publishDraft(folder, draft, number))) return null
    await deleteOldLists(folder)
    await deleteStaleDrafts(folder, now)
    return note
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function writeHeadList(
  allHeads: AsyncIterable<StoredHead[]>,
  { draft, keys }: { draft: string; keys: SigningKeys },
) {
  const list = await HeadListWriter.open(draft)
  const yieldIfBusy = createYielder()
  let leftOut = 0
  try {
    for await (const heads of allHeads) {
      const validHeads = heads.filter(({ signature, ...head }) => {
        return headSignatureStatus(keys, head, signature) === 'genuine'
      })
      await list.add(validHeads)
      leftOut += heads.length - validHeads.length
      await yieldIfBusy()
    }
    return { ...(await list.finish()), leftOut }
  } finally {
    await list.close()
  }
}

function logHeads(db: Db, stores: readonly LogStore[]): AsyncGenerator<StoredHead[]> {
  return mergeSorted(
    stores.map((store) => store.heads(db)),
    ({ logId }) => logId,
  )
}
