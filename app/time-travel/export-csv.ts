import type { Translator } from '@foyer/i18n'

import { eventTitle } from '#app/event-titles.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { eventDataText } from '#app/platform/event-log/event-data-text.ts'
import { eventsBetween } from '#app/platform/event-log/events-between.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { csvLine, csvStart, localTime } from '#app/platform/lib/csv.ts'

import { eventColumns, eventRow, logRange } from './event-rows.ts'
import type { EventRow } from './pages.ts'

const batchSize = 500

interface Reader {
  userId: string
  sessionId: string | null
  t: Translator
  zone: string
}

/** Streams the events as CSV (RFC 4180) for a spreadsheet, oldest first, with times in the user's time zone. */
export async function* exportCsv(db: Db, reader: Reader): AsyncGenerator<string> {
  const { userId, sessionId, t } = reader
  yield csvStart(columnTitles(t))
  const { total } = await logRange(db, userId)
  const events = (after: number) =>
    eventsBetween(db, userId, { after, upTo: total }).select(eventColumns).limit(batchSize)
  for await (const rows of batches(events(0), ({ seq }) => events(seq)))
    yield rows.map((row) => csvLine(cells(eventRow(row, sessionId), reader))).join('')
}

function columnTitles(t: Translator): string[] {
  return [
    t('Number'),
    t('Time'),
    t('Event'),
    t('Details'),
    t('Browser'),
    t('Platform'),
    t('IP address'),
    t('Country'),
    t('Session'),
  ]
}

function cells({ seq, at, type, data, device, session }: EventRow, { t, zone }: Reader): string[] {
  const { browser, platform, ip, country } = device ?? {}
  return [
    String(seq),
    localTime(at, zone),
    t(eventTitle(type)),
    eventDataText(data),
    browser ?? '',
    platform ?? '',
    ip ?? '',
    (country && t.region(country)) ?? '',
    session ?? '',
  ]
}
