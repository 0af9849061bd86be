import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { PATH, NODE_COMPILE_CACHE } = process.env
const root = join(import.meta.dirname, '..')

/** A server process of its own, as an operator runs it. */
export interface ServerProcess {
  child: ChildProcess
  /** Where it listens; empty when it refused to start. */
  origin: string
  storageDir: string
  output(): string
  /** The exit code; null when a signal ended it. */
  waitForExit(): Promise<number | null>
}

/**
 * Starts the server on a free port with a storage folder of its own, and waits until it listens or has ended.
 *
 * @param mostFiles  how many files and connections the system lets it have open
 * @param uid  the user it runs as; only root can make it another than its own
 * @param script  what starts it: `app/server/main.ts` unless told
 * @param isGroup  whether it leads a group of processes, which can be signalled as a terminal does: `process.kill(-pid)`
 */
export async function spawnServer(
  t: { after(end: () => void | Promise<void>): void },
  variables: Record<string, string> = {},
  {
    maxOpenFiles = 10_000,
    uid,
    script = 'app/server/main.ts',
    isProcessGroup = false,
  }: ServerOptions = {},
): Promise<ServerProcess> {
  const storageDir = await mkdtemp(join(tmpdir(), 'foyer-server-'))
  const shellCommand = `ulimit -n ${maxOpenFiles} && exec "$0" "$@"`
  const child = spawn('sh', ['-c', shellCommand, process.execPath, join(root, script)], {
    cwd: storageDir,
    detached: isProcessGroup,
    ...(uid !== undefined && { uid, gid: uid, cwd: tmpdir() }),
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', STORAGE_DIR: storageDir, ...variables },
  })
  let output = ''
  const exit = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await exit
    await rm(storageDir, { recursive: true, force: true })
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
  return {
    child,
    origin,
    storageDir,
    output: () => output,
    waitForExit: async () => (await exit)[0],
  }
}

interface ServerOptions {
  maxOpenFiles?: number
  uid?: number
  script?: string
  isProcessGroup?: boolean
}
