import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from './free-port.ts'

const binDir = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)

/** Null where the programs of a PostgreSQL server are installed, otherwise what is missing. */
export const postgresServerMissing =
  binDir === undefined ? 'the programs of PostgreSQL are not in /usr/lib/postgresql' : null

/** A PostgreSQL server of a test's own, to be stopped, killed, frozen and replaced by its standby. */
export class PostgresServer {
  readonly port: number
  readonly #dir: string
  #child: ChildProcess | undefined

  private constructor(dir: string, port: number) {
    this.#dir = dir
    this.port = port
  }

  /**
   * @param standbyOf  copies this server and follows it
   * @param folder  where its data are
   */
  static async create(
    t: { after(end: () => Promise<void>): void },
    standbyOf?: PostgresServer,
    folder = tmpdir(),
  ): Promise<PostgresServer> {
    const parent = mkdtempSync(join(folder, 'foyer-postgres-'))
    const { uid, gid } = owner()
    if (uid !== undefined && gid !== undefined) chownSync(parent, uid, gid)
    const server = new PostgresServer(join(parent, 'data'), await freePort())
    if (standbyOf) await standbyOf.#copyTo(server.#dir)
    else run('initdb', ['-D', server.#dir, '-A', 'trust', '-U', 'postgres', '--no-sync'])
    t.after(async () => {
      await server.stop()
      rmSync(parent, { recursive: true, force: true })
    })
    return server
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`
  }

  /** Starts the server. Retries while processes of a killed one still hold its shared memory. */
  async start(settings: string[] = []): Promise<this> {
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await this.#tryToStart(settings)) return this
      await sleep(100)
    }
    throw new Error('PostgreSQL does not start')
  }

  async #tryToStart(settings: string[]): Promise<boolean> {
    const defaults = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=60',
    ]
    const options = [...defaults, ...settings].flatMap((setting) => ['-c', setting])
    const child = spawn(
      join(binDir ?? '', 'postgres'),
      ['-D', this.#dir, '-p', String(this.port), ...options],
      { stdio: ['ignore', 'ignore', 'pipe'], ...owner() },
    )
    this.#child = child
    const exit = once(child, 'exit').then(() => false)
    const ready = new Promise<boolean>((resolve) => {
      child.stderr.on('data', (chunk: Buffer) => {
        if (/ready to accept (read-only )?connections/.test(String(chunk))) resolve(true)
      })
    })
    return Promise.race([ready, exit])
  }

  get hasExited(): boolean {
    const { exitCode = null, signalCode = null } = this.#child ?? {}
    return exitCode !== null || signalCode !== null
  }

  /** Stops the server at once, without a checkpoint: the next start recovers from the log. */
  async stop(): Promise<void> {
    const child = this.#child
    if (!child || this.hasExited) return
    const exit = once(child, 'exit')
    for (const pid of this.pids()) signal(pid, 'SIGCONT')
    child.kill('SIGQUIT')
    await exit
  }

  /** The server and its processes, one for each connection among them. */
  pids(): number[] {
    const pid = this.#child?.pid
    if (!pid) return []
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return [pid, ...children.split(' ').filter(Boolean).map(Number)]
  }

  signal(name: NodeJS.Signals): void {
    for (const pid of this.pids()) signal(pid, name)
  }

  /** Makes a standby the primary. */
  promote(): void {
    run('pg_ctl', ['promote', '-w', '-D', this.#dir])
  }

  async #copyTo(dir: string): Promise<void> {
    run('pg_basebackup', [
      '-D',
      dir,
      '-h',
      '127.0.0.1',
      '-p',
      String(this.port),
      '-U',
      'postgres',
      '-R',
      '-c',
      'fast',
    ])
  }
}

/** PostgreSQL refuses to run as root. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(join(binDir ?? '', program), args, {
    encoding: 'utf8',
    cwd: tmpdir(),
    ...owner(),
  })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}
