import { readFile } from 'node:fs/promises'

import { Client } from 'pg'

export interface PostgresUsage {
  /** CPU time that the server processes of the database's connections have used since the start of the measurement. */
  cpuMs(): Promise<number>
  close(): Promise<void>
}

/** Read from Linux. @returns null when PostgreSQL does not run on this machine */
export async function measurePostgres(url: string): Promise<PostgresUsage | null> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const close = () => client.end()
  const used = new Map<number, number>()
  const cpuMs = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
    )
    for (const { pid } of rows) used.set(pid, await backendCpuMs(pid))
    return [...used.values()].reduce((sum, each) => sum + each, 0)
  }
  try {
    await cpuMs()
    return { cpuMs, close }
  } catch {
    await close()
    return null
  }
}

/** A backend has one thread. @throws without such a process here */
async function backendCpuMs(pid: number): Promise<number> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8')
  if (!name.startsWith('postgres')) throw new Error(`Process ${pid} is ${name}`)
  return Number.parseInt(await readFile(`/proc/${pid}/schedstat`, 'utf8'), 10) / 1e6
}
