import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { memoize } from '#app/platform/lib/memoize.ts'
import { isFresh } from '#scripts/bundles.ts'

const { PATH, NODE_COMPILE_CACHE } = process.env
const root = join(import.meta.dirname, '..')

/** A server running as a child process. */
export interface ServerProcess {
  child: ChildProcess
  /** Empty when it did not start. */
  origin: string
  storageDir: string
  output(): string
  /** The exit code; null after a signal. */
  waitForExit(): Promise<number | null>
}

/**
 * Starts a server on a free port with its own storage folder, and waits until it listens or exits.
 *
 * @param maxOpenFiles  `ulimit -n`, which also limits connections
 * @param uid  requires root when it differs from the current user
 * @param isPidOne  runs it as the first process of a namespace, which ends with it; needs root
 * @param isProcessGroup  makes it the leader of a process group, to be signalled with `process.kill(-pid)`
 */
export async function spawnServer(
  t: { after(end: () => void | Promise<void>): void },
  variables: Record<string, string> = {},
  {
    maxOpenFiles = 10_000,
    uid,
    script = 'app/server/main.ts',
    isProcessGroup = false,
    isPidOne = false,
    args = [],
    listening: banner = /http:\/\/localhost:\d+/,
  }: ServerOptions = {},
): Promise<ServerProcess> {
  const storageDir = await mkdtemp(join(tmpdir(), 'foyer-server-'))
  const shellCommand = `ulimit -n ${maxOpenFiles} && exec "$0" "$@"`
  const entry = join(root, await freshBundleOf(script))
  const command = ['sh', '-c', shellCommand, process.execPath, entry, ...args]
  const [program = '', ...programArgs] = isPidOne ? [...asPidOne, ...command] : command
  const child = spawn(program, programArgs, {
    cwd: storageDir,
    detached: isProcessGroup,
    ...(uid !== undefined && { uid, gid: uid, cwd: tmpdir() }),
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      PORT: '0',
      STORAGE_DIR: storageDir,
      NEW_DEVICE_CODE: '0',
      ...variables,
    },
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
        const listening = banner.exec(output)?.[0]
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

/** Runs what follows as PID 1 of a namespace. The process that is started stays outside, and waits. */
export const asPidOne = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']

const bundles = [
  { entry: 'app/server/main.ts', name: 'server', file: 'dist/server/main.js' },
  { entry: 'e2e/server-entry.ts', name: 'test-server', file: 'dist/test-server/server-entry.js' },
] as const

/** The script's bundle, which starts twice as fast; the script itself when the bundle is stale. */
const freshBundleOf = memoize(async (script: string) => {
  const bundle = bundles.find((it) => it.entry === script)
  return bundle && (await isFresh(bundle.name)) ? bundle.file : script
})

interface ServerOptions {
  maxOpenFiles?: number
  uid?: number
  script?: string
  isProcessGroup?: boolean
  isPidOne?: boolean
  args?: string[]
  /** The address in the startup banner. */
  listening?: RegExp
}

/** The JSON lines of a server's output. */
export function logLines(output: string): Record<string, unknown>[] {
  return output.split('\n').flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []))
}
