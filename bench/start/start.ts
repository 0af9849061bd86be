/** Measures the start and the memory at rest of the built server, beside bare Node and Fastify; with `PEERS=1` beside AdonisJS and Next, too. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { adonis, foyer, next } from '#bench/peers/applications.ts'
import type { Launch } from '#bench/peers/launch.ts'
import { freePort } from '#testing/free-port.ts'

import { measureStart, type StartFigures } from './measure-start.ts'
import { formatStarts } from './report.ts'

const roundCount = Number(process.env['ROUNDS'] ?? 11)
const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
process.once('exit', () => rmSync(storage, { recursive: true, force: true }))

const servers = [
  { title: 'node:http', launch: await baseline('bare-server.cjs') },
  { title: 'Fastify', launch: await baseline('fastify-server.cjs') },
  await foyer(join(storage, 'foyer')),
  ...(process.env['PEERS'] === '1' ? [await adonis(storage, 'cookie'), await next(storage)] : []),
]

// The first round fills compile caches.
for (const { launch } of servers) await measureStart(launch)
const rounds: StartFigures[][] = []
for (let round = 0; round < roundCount; round++) {
  const figures: StartFigures[] = []
  for (const { launch } of servers) figures.push(await measureStart(launch))
  rounds.push(figures)
}

const titles = servers.map(({ title }) => title)
console.log(formatStarts(titles, rounds))
console.log(
  `Medians of ${roundCount} starts, the servers in turns, on Node ${process.versions.node}: from the start of the process to its first page (Foyer's is the login page), already built and migrated. CPU time and resident memory one second later. Ratios are medians of the ratios per round.`,
)

async function baseline(name: string): Promise<Launch> {
  const port = await freePort()
  const file = join(import.meta.dirname, name)
  return { file, cwd: import.meta.dirname, env: { PORT: String(port) }, port, path: '/' }
}
