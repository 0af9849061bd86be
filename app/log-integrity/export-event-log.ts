import type { Db } from '#app/platform/db/connect.ts'
import { canonicalJson } from '#app/platform/event-log/canonical-json.ts'
import { headSignatureStatus } from '#app/platform/event-log/hash-chain.ts'
import type { EventLog, StoredEvent, StoredLogHead } from '#app/platform/event-log/log-store.ts'
import { allSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { checkpointFolder, checkpointSigner } from './checkpoint-files.ts'
import { createInclusionProof } from './inclusion-proof.ts'
import type { CheckpointStore } from './integrity-check.ts'
import { readLogHead } from './read-log-head.ts'
import { signNote } from './signed-note.ts'

/** Format of the file, in its first line. */
export const exportFormat = 'foyer-record-2'
/** Suffix of the first line of the signed note. */
export const exportTitle = '/foyer-export-1'

const batchSize = 500

/** Streams the event log as JSON lines that anyone can verify offline: see docs/event-log.md. */
export async function* exportEventLog(
  db: Db,
  log: EventLog,
  { storageDir, host }: CheckpointStore,
  now: number,
): AsyncGenerator<string> {
  const { store, id: account } = log
  // Reads the checkpoint before the head, so that the head is never older.
  const checkpoint = await createInclusionProof(checkpointFolder(storageDir), account)
  const head = await readLogHead(db, log)
  yield jsonLine({
    format: exportFormat,
    account,
    events: head.seq,
    exportedAt: toIso(now),
    from: host,
    checkpoint,
  })
  const events = (after: number) => ({
    execute: () => store.eventsAfter(db, account, after, batchSize),
  })
  for await (const rows of batches(events(0), ({ seq }) => events(seq))) {
    const exported = rows.filter(({ seq }) => seq <= head.seq)
    yield exported.map((row) => jsonLine(exportedEvent(row))).join('')
  }
  // Never sign a head that is not ours. Verification reports a file without the note as truncated.
  if (!(await hasValidHeadSignature(db, account, head))) return
  const signer = checkpointSigner(storageDir, host)
  const note = signNote(signer, [
    `${host}${exportTitle}`,
    `account ${account}`,
    `events ${head.seq}`,
    `hash ${head.hash}`,
    `at ${toIso(now)}`,
  ])
  yield jsonLine({ note })
}

async function hasValidHeadSignature(
  db: Db,
  account: string,
  { signature, ...head }: StoredLogHead,
): Promise<boolean> {
  return (
    headSignatureStatus(await allSigningKeys(db), { logId: account, ...head }, signature) ===
    'genuine'
  )
}

function jsonLine(value: object): string {
  return `${canonicalJson(value)}\n`
}

function exportedEvent(row: StoredEvent) {
  const { seq, type, at, session_id: session, ip, user_agent: userAgent, country, hash } = row
  return {
    seq,
    at,
    when: toIso(at),
    type,
    data: parseOrKeepText(row.data),
    session,
    ip,
    userAgent,
    country,
    salt: row.origin_salt,
    origin: row.origin_commitment,
    content: row.content_digest,
    hash,
  }
}

/** Exports invalid JSON as text, so that verification reports it. */
function parseOrKeepText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
