import type { Account } from '#app/platform/account.ts'
import { canonical } from '#app/platform/canonical.ts'
import { headWorth } from '#app/platform/chain.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'
import { everyRecordKey } from '#app/platform/record-keys.ts'

import { checkpointFolder, checkpointSigner } from './checkpoint-files.ts'
import { checkedColumns, type Row } from './event-faults.ts'
import { inclusionOf } from './inclusion.ts'
import { type End, endOf } from './record-end.ts'
import { signNote } from './signed-note.ts'

/** What stands in the first line: how the file is to be read. */
export const format = 'foyer-record-1'
/** What the signed note of a file is about. */
export const exportTitle = '/foyer-export-1'

const atOnce = 500

/** The record as JSON lines, with all it takes to check it without us: see docs/history.md. */
export async function* exportRecord(
  db: Db,
  { userId: account, now }: Pick<Account, 'userId' | 'now'>,
  { storageDir, host }: { storageDir: string; host: string },
): AsyncGenerator<string> {
  // First: no checkpoint that is made meanwhile knows of more than the end.
  const checkpoint = await inclusionOf(checkpointFolder(storageDir), account)
  const end = await endOf(db, account)
  yield line({ format, account, events: end.seq, exportedAt: moment(now), from: host, checkpoint })
  for (let after = 0; after < end.seq;) {
    const rows = await rowsAfter(db, account, { after, upTo: end.seq })
    if (rows.length === 0) break
    yield rows.map((row) => line(exported(row))).join('')
    after = rows.at(-1)?.seq ?? end.seq
  }
  // To sign it would be to say that it is ours. A file without the note says that its end is not.
  if (!(await isOurs(db, account, end))) return
  const signer = checkpointSigner(storageDir, host)
  const note = signNote(signer, [
    `${host}${exportTitle}`,
    `account ${account}`,
    `events ${end.seq}`,
    `hash ${end.hash}`,
    `at ${moment(now)}`,
  ])
  yield line({ note })
}

/** Each event holds on to the one before, so the end speaks for all of them. */
async function isOurs(db: Db, account: string, { signature, ...end }: End): Promise<boolean> {
  return headWorth(await everyRecordKey(db), { account, ...end }, signature) === 'genuine'
}

function line(value: object): string {
  return `${canonical(value)}\n`
}

function rowsAfter(
  db: Db,
  account: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<Row[]> {
  return db
    .selectFrom('events')
    .select(checkedColumns)
    .where('user_id', '=', account)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(atOnce)
    .execute()
}

function exported(row: Row) {
  const { seq, type, at, session_id: session, ip, user_agent: userAgent, hash } = row
  return {
    seq,
    at,
    when: moment(at),
    type,
    data: asWritten(row.data),
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
function asWritten(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
