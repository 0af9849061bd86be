import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { canonicalJson } from '#app/platform/event-log/canonical-json.ts'
import { headSignatureStatus } from '#app/platform/event-log/hash-chain.ts'
import { allSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { eventColumns, type StoredEvent } from './check-event.ts'
import { checkpointFolder, checkpointSigner } from './checkpoint-files.ts'
import { createInclusionProof } from './inclusion-proof.ts'
import { type StoredLogHead, readLogHead } from './log-head.ts'
import { signNote } from './signed-note.ts'

/** What stands in the first line: how the file is to be read. */
export const exportFormat = 'foyer-record-1'
/** What the signed note of a file is about. */
export const exportTitle = '/foyer-export-1'

const batchSize = 500

/** The record as JSON lines, with all it takes to check it without us: see docs/history.md. */
export async function* exportEventLog(
  db: Db,
  { userId: account, now }: Pick<Actor, 'userId' | 'now'>,
  { storageDir, host }: { storageDir: string; host: string },
): AsyncGenerator<string> {
  // First: no checkpoint that is made meanwhile knows of more than the end.
  const checkpoint = await createInclusionProof(checkpointFolder(storageDir), account)
  const head = await readLogHead(db, account)
  yield jsonLine({
    format: exportFormat,
    account,
    events: head.seq,
    exportedAt: toIso(now),
    from: host,
    checkpoint,
  })
  for (let after = 0; after < head.seq;) {
    const rows = await eventsAfter(db, account, { after, upTo: head.seq })
    if (rows.length === 0) break
    yield rows.map((row) => jsonLine(exportedEvent(row))).join('')
    after = rows.at(-1)?.seq ?? head.seq
  }
  // To sign it would be to say that it is ours. A file without the note says that its end is not.
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

/** Each event holds on to the one before, so the end speaks for all of them. */
async function hasValidHeadSignature(
  db: Db,
  account: string,
  { signature, ...head }: StoredLogHead,
): Promise<boolean> {
  return (
    headSignatureStatus(await allSigningKeys(db), { account, ...head }, signature) === 'genuine'
  )
}

function jsonLine(value: object): string {
  return `${canonicalJson(value)}\n`
}

function eventsAfter(
  db: Db,
  account: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<StoredEvent[]> {
  return db
    .selectFrom('events')
    .select(eventColumns)
    .where('user_id', '=', account)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(batchSize)
    .execute()
}

function exportedEvent(row: StoredEvent) {
  const { seq, type, at, session_id: session, ip, user_agent: userAgent, hash } = row
  return {
    seq,
    at,
    when: toIso(at),
    type,
    data: parseOrKeepText(row.data),
    session,
    ip,
    userAgent,
    salt: row.origin_salt,
    origin: row.origin_commitment,
    content: row.content_digest,
    hash,
  }
}

/** Text that cannot be read goes out as it is, so that the check of the file says so. */
function parseOrKeepText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
