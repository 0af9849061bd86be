import { Agent, request } from 'node:http'

import { median } from '#bench/format-table.ts'
import type { ServerProcess } from '#bench/visits/server-process.ts'

import type { PostgresUsage } from './postgres-usage.ts'

export interface SizedServer {
  server: ServerProcess
  accounts: number
  /** Null or undefined when the database has no processes on this machine. */
  postgres?: PostgresUsage | null
}

export interface BenchRequest {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  cookie?: string
  form?: Record<string, string>
}

export interface Workload {
  title: string
  requests: number
  rounds: number
  next(server: SizedServer): BenchRequest
}

export interface Figures {
  cpuMs: number
  /** NaN when it is unknown. */
  postgresCpuMs: number
  p50Ms: number
  p99Ms: number
}

const connections = 8

/** Loads both servers in turns, so that changes in the machine's speed affect both. */
export async function measureRounds(
  servers: readonly SizedServer[],
  workload: Workload,
): Promise<Figures[]> {
  const rounds: Figures[][] = servers.map(() => [])
  for (let round = 0; round < workload.rounds; round++) {
    for (const [index, server] of servers.entries())
      rounds[index]?.push(await measureRound(server, workload))
  }
  return rounds.map((figures) => ({
    cpuMs: median(figures.map(({ cpuMs }) => cpuMs)),
    postgresCpuMs: median(figures.map(({ postgresCpuMs }) => postgresCpuMs)),
    p50Ms: median(figures.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(figures.map(({ p99Ms }) => p99Ms)),
  }))
}

async function measureRound(sized: SizedServer, { requests, next }: Workload): Promise<Figures> {
  const { server, postgres } = sized
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const durations: number[] = []
  let started = 0
  const client = async () => {
    while (started++ < requests) durations.push(await timeRequest(server.port, agent, next(sized)))
  }
  const postgresBefore = await postgres?.cpuMs()
  const before = await server.usage()
  await Promise.all(Array.from({ length: connections }, client))
  const after = await server.usage()
  const postgresAfter = await postgres?.cpuMs()
  agent.destroy()
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / durations.length,
    postgresCpuMs: ((postgresAfter ?? NaN) - (postgresBefore ?? NaN)) / durations.length,
    p50Ms: percentile(durations, 0.5),
    p99Ms: percentile(durations, 0.99),
  }
}

export function percentile(numbers: number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? NaN
}

async function timeRequest(port: number, agent: Agent, request: BenchRequest): Promise<number> {
  const { status, location, ms } = await send(port, agent, request)
  const isRefused = status === 303 ? location === '/login' : status !== 200
  if (isRefused) throw new Error(`${request.path} answered ${status} ${location ?? ''}`)
  return ms
}

interface Answer {
  status: number
  location: string | undefined
  ms: number
}

export function send(port: number, agent: Agent, benchRequest: BenchRequest): Promise<Answer> {
  const { method = 'GET', path, cookie, form } = benchRequest
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const startedAt = performance.now()
  const host = `localhost:${port}`
  const body = form && new URLSearchParams(form).toString()
  const headers = {
    host,
    accept: 'text/html',
    'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}`,
    ...(cookie && { cookie: `foyer=${cookie}` }),
    ...(body && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
      'sec-fetch-site': 'same-origin',
      origin: `http://${host}`,
    }),
  }
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
    const { statusCode: status = 0, headers: answer } = response
    const onEnd = () =>
      resolve({ status, location: answer.location, ms: performance.now() - startedAt })
    response.on('end', onEnd).on('error', reject).resume()
  })
  sent.on('error', reject).end(body)
  return promise
}

function byte(): number {
  return Math.floor(Math.random() * 256)
}
