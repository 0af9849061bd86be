import { z } from 'zod'

import type { Db } from '#app/platform/db/connect.ts'
import {
  contentDigest,
  eventHash,
  eventSignatureStatus,
  genesisHash,
} from '#app/platform/event-log/hash-chain.ts'
import { allSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { logRowsPerPage } from './limits.ts'
import type { TeamLogRow } from './pages.ts'
import { hasGenuineHead, headColumns } from './record-team-event.ts'

/** Maximum of the column `seq`. */
const maxSequence = 2 ** 31 - 1

const columns = ['seq', 'type', 'data', 'at', 'content_digest', 'hash', 'signature'] as const

/** Events of the team's log, the newest first. @param before  a sequence number; null for the newest */
export async function teamLogPage(
  db: Db,
  teamId: string,
  before: number | null,
  count = logRowsPerPage,
): Promise<{ events: TeamLogRow[]; next: number | null }> {
  const rows = await db
    .selectFrom('team_events')
    .select(['seq', 'type', 'data', 'at'])
    .where('team_id', '=', teamId)
    .$if(before !== null, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(count + 1)
    .execute()
  const shown = rows.slice(0, count)
  const next = rows.length > shown.length ? (shown.at(-1)?.seq ?? null) : null
  return { events: await withNames(db, shown), next }
}

type LogRecord = { seq: number; type: string; data: string; at: number }

/** Accounts that were erased have no name. */
async function withNames(db: Db, rows: LogRecord[]): Promise<TeamLogRow[]> {
  const parsed = rows.map((row) => ({ ...row, data: parseData(row.data) }))
  const ids = new Set(
    parsed.flatMap(({ data }) => [
      data['by'],
      data['member'],
      data['from'],
      performerOf(data)?.['id'],
    ]),
  )
  const userIds = [...ids].filter((id) => typeof id === 'string')
  const users =
    userIds.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', userIds).execute()
  const names = new Map<unknown, string>(users.map(({ id, name }) => [id, name]))
  return parsed.map(({ seq, at, type, data }) => {
    const { by, member: changed, from, invitation: _id, performedBy: _performer, ...rest } = data
    const performer = performerOf(data)
    const memberId = changed ?? from
    const isOther = memberId !== undefined && memberId !== by
    const member = isOther ? { member: names.get(memberId) ?? null } : null
    const actor = performer?.['name'] ?? names.get(performer?.['id'] ?? by) ?? null
    const performedBy = performer && performerProps(performer)
    return { seq, at: toIso(at), type, actor, ...member, ...performedBy, data: rest }
  })
}

function performerProps({ kind, reason = null }: Record<string, string | null>) {
  return kind === 'team-token' ? { isToken: true as const } : { operator: { reason } }
}

/** The operator, or the API token, that acted. */
function performerOf({ performedBy }: Record<string, unknown>) {
  return performedBy ? z.record(z.string(), z.string().nullable()).parse(performedBy) : null
}

function parseData(json: string): Record<string, unknown> {
  return JSON.parse(json)
}

/**
 * Whether a part of the log is as the server wrote it: without gaps, chained, signed, and ending where it ended. Each part is linked
 * to the one before it, so together they are the whole.
 *
 * @param after  a sequence number; 0 starts with the first event
 * @param upTo  a sequence number; null for the newest event
 */
export async function isTeamLogIntact(
  db: Db,
  teamId: string,
  { after = 0, upTo = null }: { after?: number; upTo?: number | null } = {},
): Promise<boolean> {
  const head = await db
    .selectFrom('teams')
    .select(headColumns)
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  if (!(await hasGenuineHead(db, head))) return false
  const keys = await allSigningKeys(db)
  const start = after === 0 ? genesisHash(teamId) : await hashOf(db, teamId, after)
  if (start === undefined) return false
  const end = Math.min(upTo ?? head.event_count, head.event_count)
  let previous = start
  let seq = after
  for await (const rows of eventBatches(db, teamId, { after, upTo: end })) {
    for (const row of rows) {
      const { type, at, content_digest: content, hash, signature } = row
      const data = parseData(row.data)
      const link = { account: teamId, seq: ++seq, at, previous, content }
      const isIntact =
        row.seq === seq &&
        contentDigest({ type, data, session: null, origin: null }) === content &&
        eventHash(link) === hash &&
        eventSignatureStatus(keys, { account: teamId, seq, content, hash }, signature) === 'genuine'
      if (!isIntact) return false
      previous = hash
    }
  }
  if (seq !== end) return false
  return seq < head.event_count || seq === 0 || previous === head.log_hash
}

async function hashOf(db: Db, teamId: string, seq: number): Promise<string | undefined> {
  const event = await db
    .selectFrom('team_events')
    .select('hash')
    .where('team_id', '=', teamId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return event?.hash
}

function eventBatches(db: Db, teamId: string, { after = 0, upTo = maxSequence } = {}) {
  const events = db
    .selectFrom('team_events')
    .select(columns)
    .where('team_id', '=', teamId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(500)
  return batches(events, ({ seq }) => events.where('seq', '>', seq))
}

/** Streams the whole log as CSV, the oldest event first. */
export async function* teamLogCsv(db: Db, teamId: string): AsyncGenerator<string> {
  yield 'seq,time,type,actor,member,details,hash\r\n'
  for await (const rows of eventBatches(db, teamId)) {
    const hashes = rows.map(({ hash }) => hash)
    for (const [index, row] of (await withNames(db, rows)).entries()) {
      const { seq, at, type, actor, member, data } = row
      const details = Object.keys(data).length > 0 ? JSON.stringify(data) : ''
      const cells = [seq, at, type, actor ?? '', member ?? '', details, hashes[index] ?? '']
      yield `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`
    }
  }
}

/** A leading quote keeps spreadsheets from running a name as a formula. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
