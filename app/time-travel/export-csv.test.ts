import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

import { exportLimits } from './limits.ts'

/** Parses RFC 4180 by the book. */
function parseCsv(text: string): string[][] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/(?:^|,)"((?:[^"]|"")*)"/g)].map(([, cell = '']) =>
        cell.replaceAll('""', '"'),
      ),
    )
}

async function downloadCsv(browser: TestBrowser): Promise<string[][]> {
  const response = await browser.open('/time-travel/events.csv')
  assert.equal(response.status, 200)
  assert.equal(response.header('content-type'), 'text/csv; charset=utf-8')
  assert.match(response.header('content-disposition') ?? '', /^attachment; filename="foyer-events-/)
  return parseCsv(response.text)
}

const rename = (browser: TestBrowser, form: Record<string, string>) =>
  browser.visit('user-profile-information.update', form)

test("the events are exported as CSV in the user's language and time zone", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await rename(laptop, { name: 'Ada "K", Countess', locale: 'de', timezone: 'Asia/Tokyo' })
  const total = (await foyer.events()).length

  const [titles, ...rows] = await downloadCsv(laptop)

  assert.deepEqual(titles?.slice(0, 4), ['Nummer', 'Zeitpunkt', 'Ereignis', 'Details'])
  assert.deepEqual(
    rows.map(([seq]) => seq),
    Array.from({ length: total }, (_, index) => String(index + 1)),
  )
  const [, time, title, details, browser, platform, ip] = rows.at(-1) ?? []
  assert.match(time ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+09:00$/)
  assert.deepEqual(
    [title, browser, platform, ip],
    ['Profil geändert', 'Chrome', 'macOS', laptop.ipAddress],
  )
  assert.match(details ?? '', /Ada Lovelace → Ada "K", Countess/)
})

test('no cell of the CSV is a formula, whatever people and clients are called (CSV-01)', async (t) => {
  const { laptop } = await signedInAda(t)
  for (const name of ['=HYPERLINK("https://evil.example")', '+1+1', '-2+3', '@SUM(A1)', '＝1+1'])
    await rename(laptop, { name })
  laptop.userAgent = '=cmd|calc'
  await rename(laptop, { name: 'Ada' })

  const cells = (await downloadCsv(laptop)).flat()

  assert.deepEqual(
    cells.filter((cell) => /^\s*[=+\-@＝＋－＠|%]/.test(cell)),
    [],
  )
})

test("the CSV is its owner's alone, and limited (CSV-02)", async (t) => {
  const foyer = await createTestApp(t)
  const [laptop, graces] = [foyer.browser(), foyer.browser()]
  await registerAccount(foyer, laptop)
  await registerAccount(foyer, graces, { ...ada, name: 'Grace', email: 'grace@example.com' })

  assert.equal((await foyer.browser().open('/time-travel/events.csv')).location, '/login')
  assert.doesNotMatch((await downloadCsv(laptop)).flat().join(), /grace/i)
  const visit = await laptop.visitPath('/time-travel/events.csv')
  assert.deepEqual(
    [visit.status, visit.header('x-inertia-location')],
    [409, '/time-travel/events.csv'],
  )
  const { limit: perDay } = exportLimits.perAccount
  for (let count = 1; count < perDay; count++) await laptop.open('/time-travel/events.csv')
  assert.equal((await laptop.open('/time-travel/events.csv')).status, 429)
})
