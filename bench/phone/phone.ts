/** Measures signed-in pages on a slow phone, beside an empty React page from the same server. */
import { chromium } from 'playwright-core'

import { formatTable, median } from '#bench/format-table.ts'
import { chromiumInstallHint, findOrInstallChromium } from '#scripts/find-chromium.ts'

import type { PageLoad } from './read-trace.ts'
import { startServer } from './start-server.ts'
import { cpuSlowdown, tracePageLoad } from './trace-page-load.ts'

/** Blocking time of signed-in pages that gives 90 of 100 points in Lighthouse. */
const maxBlockingMs = 200
const rounds = Number(process.env['ROUNDS'] ?? 7)
const emptyPagePath = '/empty-page'
const pages = [
  { title: 'Empty React page', path: emptyPagePath },
  { title: 'Dashboard', path: '/dashboard' },
  { title: 'Profile', path: '/user/profile' },
  { title: 'Time Travel', path: '/time-travel' },
]

const columns = [
  ['blocking', 'blocking'],
  ['longest task', 'longestTask'],
  ['first paint', 'firstPaint'],
  ['largest paint', 'largestPaint'],
  ['hydrated', 'hydrated'],
  ['script', 'script'],
  ['style and layout', 'styleAndLayout'],
] as const

const executablePath = await findOrInstallChromium()
if (!executablePath) {
  console.error(chromiumInstallHint)
  process.exit(1)
}
const server = await startServer(emptyPagePath)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const loads = new Map(pages.map(({ path }): [string, PageLoad[]] => [path, []]))
try {
  // Side by side, so that changes in a shared machine's speed affect all pages.
  for (let round = 0; round < rounds; round++)
    for (const { path } of pages)
      loads.get(path)?.push(await tracePageLoad(browser, server.origin + path, server.cookie))
} finally {
  await browser.close()
  await server.stop()
}

const results = pages.map(({ title, path }) => {
  const figure = (name: keyof PageLoad) => median((loads.get(path) ?? []).map((it) => it[name]))
  const isMet = path === emptyPagePath || figure('blocking') <= maxBlockingMs
  const figures = columns.map(([, name]) => figure(name).toFixed(0))
  return { row: [title, ...figures, isMet ? '✔' : '✖'], isMet }
})
console.log(
  formatTable([
    ['page, in ms', ...columns.map(([title]) => title), ''],
    ...results.map(({ row }) => row),
  ]),
)
console.log(
  `Medians of ${rounds} loads with an empty cache, with the CPU slowed ${cpuSlowdown} times and a slow 4G network. Blocking: the parts of tasks beyond 50 ms after the first paint; target at most ${maxBlockingMs} ms.`,
)
process.exit(results.every(({ isMet }) => isMet) ? 0 : 1)
