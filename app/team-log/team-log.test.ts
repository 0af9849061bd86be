import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { sql } from 'kysely'

import { teamLogExportLimits, teamLogLimits } from '#app/team-time-travel/limits.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath } from '#testing/teams.ts'
import { minutes } from '#testing/test-clock.ts'
import { testDialect } from '#testing/test-database.ts'

import { logRowsPerPage } from './limits.ts'

async function teamWithLog(t: TestContext) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  await addMember(foyer, ada, { name: 'Grace', role: 'admin' })
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  return { foyer, ada, id }
}

const types = async (foyer: Awaited<ReturnType<typeof teamWithLog>>['foyer']) =>
  (await foyer.db.selectFrom('team_events').select('type').orderBy('seq').execute()).map(
    ({ type }) => type,
  )

test('the log of a team shows what happened, by whom, as a page and as CSV (TEA-28)', async (t) => {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  await addMember(foyer, ada, { name: '=Grace', role: 'admin' })

  const { props } = (await ada.visitPath(`${enginesPath}/log`)).page
  const csv = (await ada.open(`${enginesPath}/log.csv`)).text

  assert.equal(props['isIntact'], true)
  const events: Record<string, unknown>[] = Object(props['events'])
  assert.deepEqual(
    events.map(({ type, actor }) => [type, actor]),
    [
      ['member.joined', '=Grace'],
      ['invitation.sent', 'Ada Lovelace'],
      ['team.created', 'Ada Lovelace'],
    ],
  )
  assert.equal(csv.trim().split('\r\n').length, 4)
  // Spreadsheets would run it as a formula.
  assert.match(csv, /,"'=Grace",/)
})

test("the CSV of a team's log opens in a spreadsheet, in the reader's language and time zone (TEA-28)", async (t) => {
  const { ada } = await teamWithLog(t)
  await ada.visit('user-profile-information.update', {
    name: 'Ada Lovelace',
    locale: 'de',
    timezone: 'Asia/Tokyo',
  })
  await ada.json(enginesPath, { method: 'PUT', body: { name: 'Größere', slug: 'engines' } })

  const { text } = await ada.open(`${enginesPath}/log.csv`)

  // Without the mark, Excel shows "GrÃ¶ÃŸere".
  assert.equal(text[0], '\uFEFF')
  const [titles = '', ...lines] = text.slice(1).trim().split('\r\n')
  assert.match(titles, /^"Nummer","Zeitpunkt","Ereignis","Von","Mitglied","Details","Hash"$/)
  const renamed =
    /^"\d+","\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+09:00","Team geändert","Ada Lovelace","",/
  assert.match(lines.at(-1) ?? '', renamed)
  assert.match(lines.at(-1) ?? '', /,"Analytical Engines → Größere","[\w-]+"$/)
  assert.match(lines[0] ?? '', /"Team angelegt"/)
})

test('the database refuses to change, replace or delete an event of a team (TEA-29)', async (t) => {
  const { foyer } = await teamWithLog(t)
  const attempts = [
    sql`update team_events set type = 'x'`,
    sql`delete from team_events`,
    ...(testDialect === 'sqlite'
      ? [sql`insert or replace into team_events select * from team_events`]
      : [sql`truncate team_events`]),
  ]

  for (const attempt of attempts)
    await assert.rejects(attempt.execute(foyer.db), /an event of a team/)
  assert.equal((await types(foyer))[0], 'team.created')
})

test("a team's log whose head was moved is noticed, and goes on with the break (TEA-29)", async (t) => {
  const { foyer, ada } = await teamWithLog(t)

  await foyer.db.updateTable('teams').set({ logged_at: 1 }).execute()
  const form = { name: 'Other', slug: 'engines' }
  await ada.json(enginesPath, { method: 'PUT', body: form })

  assert.ok((await types(foyer)).includes('log.broken'))
})

test('a page of the log checks its own events and their link to the older ones (TEA-83)', async (t) => {
  const { foyer, ada, id } = await teamWithLog(t)
  for (let i = 0; i < logRowsPerPage; i++) {
    foyer.clock.advance(5 * minutes)
    await ada.json(enginesPath, { method: 'PUT', body: { name: `Name ${i}`, slug: 'engines' } })
  }
  const isIntact = async (path: string) => (await ada.visitPath(path)).page.props['isIntact']
  const { nextHref } = (await ada.visitPath(`${enginesPath}/log`)).page.props

  assert.deepEqual(
    [await isIntact(`${enginesPath}/log`), await isIntact(String(nextHref))],
    [true, true],
  )
  const teams = foyer.db.updateTable('teams').where('id', '=', id)
  await teams.set(({ ref }) => ({ event_count: sql<number>`${ref('event_count')} + 1` })).execute()
  assert.equal(await isIntact(`${enginesPath}/log`), false)
})

test('the CSV of the log is downloaded twenty times a day, no more (TEA-83)', async (t) => {
  const { ada } = await teamWithLog(t)
  const { limit } = teamLogExportLimits.perAccount
  const statuses: number[] = []
  for (let i = 0; i <= limit; i++) statuses.push((await ada.open(`${enginesPath}/log.csv`)).status)

  assert.deepEqual(statuses.slice(-2), [200, 429])
})

test('the pages of the log, each of which reads all of it, are limited (TEA-83)', async (t) => {
  const { ada } = await teamWithLog(t)
  const { limit } = teamLogLimits.perAccount
  const statuses: number[] = []
  for (let i = 0; i <= limit; i++)
    statuses.push((await ada.json(`${enginesPath}/log?before=2`)).status)

  assert.deepEqual(statuses.slice(-2), [200, 429])
})
