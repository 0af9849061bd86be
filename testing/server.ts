import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { PATH, NODE_COMPILE_CACHE } = process.env
const root = join(import.meta.dirname, '..')

/** A server process of its own, as an operator runs it. */
export interface Server {
  child: ChildProcess
  /** Where it listens; empty when it refused to start. */
  origin: string
  storage: string
  output(): string
  /** The exit code; null when a signal ended it. */
  ended(): Promise<number | null>
}

/**
 * Starts the server on a free port with a storage folder of its own, and waits until it listens or has ended.
 *
 * @param mostFiles  how many files and connections the system lets it have open
 * @param uid  the user it runs as; only root can make it another than its own
 * @param script  what starts it: `app/main.ts` unless told
 * @param isGroup  whether it leads a group of processes, which can be signalled as a terminal does: `process.kill(-pid)`
 */
export async function server(
  t: { after(end: () => void | Promise<void>): void },
  variables: Record<string, string> = {},
  { mostFiles = 10_000, uid, script = 'app/main.ts', isGroup = false }: Setting = {},
): Promise<Server> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-server-'))
  const within = `ulimit -n ${mostFiles} && exec "$0" "$@"`
  const child = spawn('sh', ['-c', within, process.execPath, join(root, script)], {
    cwd: storage,
    detached: isGroup,
    ...(uid !== undefined && { uid, gid: uid, cwd: tmpdir() }),
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', STORAGE_DIR: storage, ...variables },
  })
  let output = ''
  const exit = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await exit
    await rm(storage, { recursive: true, force: true })
  })

  const origin = await new Promise<string>((resolve) => {
    void exit.then(() => resolve(''))
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
        const listening = /http:\/\/localhost:\d+/.exec(output)?.[0]
        if (listening) resolve(listening)
      })
    }
  })
  return { child, origin, storage, output: () => output, ended: async () => (await exit)[0] }
}

interface Setting {
  mostFiles?: number
  uid?: number
  script?: string
  isGroup?: boolean
}
