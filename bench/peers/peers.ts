/** Measures the profile and login pages of Foyer beside the same pages on AdonisJS and on Next with Better Auth. See README.md. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { chromium } from 'playwright-core'

import { median } from '#bench/format-table.ts'
import { captureResponse } from '#bench/visits/capture-response.ts'
import { type LoadFigures, measureSideBySide, type Target } from '#bench/visits/measure-load.ts'
import { type MeasuredServer, startServerProcess } from '#bench/visits/server-process.ts'
import { chromiumInstallHint, findOrInstallChromium } from '#scripts/find-chromium.ts'

import { adonis, type Application, foyer, next } from './applications.ts'
import { CookieClient } from './cookie-client.ts'
import { launch, timeToFirstResponse } from './launch.ts'
import { type ColdPage, measureColdPage } from './measure-cold-page.ts'
import { measureSignIns, type SignInFigures } from './measure-sign-ins.ts'
import { type Aim, formatAims, formatLoad, formatRest } from './report.ts'

const rounds = Number(process.env['ROUNDS'] ?? 9)
const requests = Number(process.env['REQUESTS'] ?? 400)
const warmUpSeconds = Number(process.env['WARM_UP'] ?? 4)
const signInsPerRound = 16
const signInRounds = 3
const startRounds = 5

const executablePath = await findOrInstallChromium()
if (!executablePath) {
  console.error(chromiumInstallHint)
  process.exit(1)
}
const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
process.once('exit', () => rmSync(storage, { recursive: true, force: true }))

const applications = [
  await foyer(join(storage, 'foyer')),
  await adonis(storage, 'cookie'),
  await adonis(storage, 'database'),
  await next(storage),
]

const startMs = applications.map(() => new Array<number>())
for (let round = 0; round < startRounds; round++)
  for (const [index, each] of applications.entries())
    startMs[index]?.push(await timeToFirstResponse(each.launch))

const servers: MeasuredServer[] = []
for (const each of applications) servers.push(await launch(each.launch))
await sleep(2000)
const idleMb = await residentMb()

const coldPages: ColdPage[] = []
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
for (const { launch: server } of applications)
  coldPages.push(await measureColdPage(browser, `http://localhost:${server.port}${server.path}`))
await browser.close()

const signIns = applications.map(() => new Array<SignInFigures>())
for (let round = 0; round < signInRounds; round++)
  for (const [application, server, index] of pairs())
    signIns[index]?.push(
      await measureSignIns(application, server, signInsPerRound, round * signInsPerRound),
    )

const documents: Target[] = []
const visits: Target[] = []
const logins: Target[] = []
for (const [application, server] of pairs()) {
  const client = new CookieClient(`http://localhost:${server.port}`)
  await application.openLogin(client)
  const guest = { server, path: '/login', headers: client.headers }
  await application.signIn(client, 10_000)
  const document = await client.get(application.profilePath)
  const { path, headers } = application.visit(document)
  documents.push({ server, path: application.profilePath, headers: client.headers })
  visits.push({ server, path, headers: { ...client.headers, ...headers } })
  logins.push(guest)
}
const baseline = await startBaseline(visits[0])

const titles = applications.map(({ title }) => title)
const baselineTitles = ['node:http, the same bytes', 'Fastify, the same bytes']
const visitRounds = await measureSideBySide(
  [...visits, ...baseline],
  requests,
  rounds,
  warmUpSeconds,
)
console.log(formatLoad('Profile, following a link', [...titles, ...baselineTitles], visitRounds))
const documentRounds = await measureSideBySide(documents, requests, rounds, warmUpSeconds)
console.log(formatLoad('Profile, first visit (HTML)', titles, documentRounds))
const loginRounds = await measureSideBySide(logins, requests, rounds, warmUpSeconds)
console.log(formatLoad('Login of a guest (HTML)', titles, loginRounds))

const loadedMb = await residentMb()
console.log(
  formatRest(
    applications.map(({ title, hash }, index) => ({
      title,
      hash,
      startMs: median(startMs[index] ?? []),
      idleMb: idleMb[index] ?? NaN,
      loadedMb: loadedMb[index] ?? NaN,
      coldPage: coldPages[index],
      signInsPerSecond: median((signIns[index] ?? []).map(({ perSecond }) => perSecond)),
      signInCpuMs: median((signIns[index] ?? []).map(({ cpuMs }) => cpuMs)),
    })),
  ),
)
console.log(formatAims(aims()))
console.log(
  `Medians of ${rounds} rounds of ${requests} requests on 8 connections, of ${startRounds} starts and of ${signInRounds} rounds of ${signInsPerRound} sign-ins, the servers in turns, on Node ${process.versions.node}. Ratios are medians of the ratios per round.`,
)
for (const { server } of baseline) await server.stop()
for (const server of servers) await server.stop()

function aims(): Aim[] {
  const belowBoth = (figures: number[]) => Math.min(...figures.slice(1)) / (figures[0] ?? NaN)
  return [
    { title: 'Visits, times AdonisJS', times: timesSlower(visitRounds, 1), min: 8 },
    { title: 'First visits, times AdonisJS', times: timesSlower(documentRounds, 1), min: 2 },
    { title: 'First visits, times Next', times: timesSlower(documentRounds, 3), min: 2 },
    { title: 'Start, quicker than both', times: belowBoth(startMs.map(median)), min: 1 },
    { title: 'Memory idle, below both', times: belowBoth(idleMb), min: 1 },
    { title: 'Memory after load, below both', times: belowBoth(loadedMb), min: 1 },
  ]
}

/** @returns how many times the requests per second of a peer ours are */
function timesSlower(figures: LoadFigures[][], peer: number): number {
  return median(
    figures.map(
      (round) => (round[0]?.requestsPerSecond ?? NaN) / (round[peer]?.requestsPerSecond ?? NaN),
    ),
  )
}

function pairs(): [Application, MeasuredServer, number][] {
  return applications.flatMap((application, index) => {
    const server = servers[index]
    return server ? [[application, server, index]] : []
  })
}

async function residentMb(): Promise<number[]> {
  const usages = await Promise.all(servers.map((server) => server.usage()))
  return usages.map(({ rssMb }) => rssMb)
}

async function startBaseline(target: Target | undefined): Promise<Target[]> {
  if (!target) throw new Error('No application')
  const input = await captureResponse(target)
  const bare = await startServerProcess('bare-server.ts', {}, { input })
  const fastify = await startServerProcess('../peers/fastify-server.ts', {}, { input })
  return [bare, fastify].map((server) => ({ ...target, server }))
}
