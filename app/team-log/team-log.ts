import type { Translator } from '@foyer/i18n'
import { z } from 'zod'

import type { Db } from '#app/platform/db/connect.ts'
import { accountNames } from '#app/platform/event-log/account-names.ts'
import { eventDataText } from '#app/platform/event-log/event-data-text.ts'
import { parseEventData } from '#app/platform/event-log/parse-event-data.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { csvLine, csvStart, localTime } from '#app/platform/lib/csv.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { paginateRows } from '#app/platform/lib/paginate-rows.ts'

import { teamEventTitle } from './event-titles.ts'
import { logRowsPerPage } from './limits.ts'
import type { TeamLogRow } from './pages.ts'

export {
  enqueueTeamWebhook,
  type LogActor,
  recordTeamEvent,
  teamLogActor,
} from './record-team-event.ts'
export { teamLog, teamLogStore, teamLogTimes } from './team-log-store.ts'

/** Events of the team's log, the newest first. @param before  a sequence number; null for the newest */
export async function teamLogPage(
  db: Db,
  teamId: string,
  before: number | null,
  count = logRowsPerPage,
): Promise<{ events: TeamLogRow[]; next: number | null }> {
  let query = db
    .selectFrom('team_events')
    .select(['seq', 'type', 'data', 'at'])
    .where('team_id', '=', teamId)
    .orderBy('seq', 'desc')
    .limit(count + 1)
  if (before !== null) query = query.where('seq', '<', before)
  const page = paginateRows(await query.execute(), count, ({ seq }) => seq)
  return { events: await withNames(db, page.rows), next: page.next }
}

type LogRecord = { seq: number; type: string; data: string; at: number }

async function withNames(db: Db, rows: LogRecord[]): Promise<TeamLogRow[]> {
  const parsed = rows.map((row) => ({ ...row, data: parseEventData(row.data) }))
  const ids = new Set(
    parsed.flatMap(({ data }) => [
      data['by'],
      data['member'],
      data['from'],
      performerOf(data)?.['id'],
    ]),
  )
  const names = await accountNames(db, [...ids])
  return parsed.map(({ seq, at, type, data }) => {
    const { by, member: changed, from, performedBy: _performer, ...details } = data
    const { invitation: _id, endsAt: _end, found: _found, ...rest } = details
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

const Performer = z.record(z.string(), z.string().nullable()).nullable().catch(null)

/** The operator, or the API token, that acted. Null after tampering, which the integrity check reports. */
function performerOf({ performedBy = null }: Record<string, unknown>) {
  return Performer.parse(performedBy)
}

/** Streams the whole log as CSV for a spreadsheet, oldest first, with times in the reader's time zone. */
export async function* teamLogCsv(
  db: Db,
  teamId: string,
  { t, zone }: { t: Translator; zone: string },
): AsyncGenerator<string> {
  const columnTitles = [t('Number'), t('Time'), t('Event'), t('By'), t('Member'), t('Details')]
  yield csvStart([...columnTitles, t('Hash')])
  const events = db
    .selectFrom('team_events')
    .select(['seq', 'type', 'data', 'at', 'hash'])
    .where('team_id', '=', teamId)
    .orderBy('seq')
    .limit(500)
  for await (const rows of batches(events, ({ seq }) => events.where('seq', '>', seq))) {
    const hashes = rows.map(({ hash }) => hash)
    for (const [index, row] of (await withNames(db, rows)).entries()) {
      const { seq, at, type, actor, member, data } = row
      const [time, title, details] = [
        localTime(at, zone),
        teamEventTitle(type),
        eventDataText(data),
      ]
      yield csvLine([
        String(seq),
        time,
        t(title),
        actor ?? '',
        member ?? '',
        details,
        hashes[index] ?? '',
      ])
    }
  }
}
