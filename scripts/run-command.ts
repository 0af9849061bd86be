import { spawn } from 'node:child_process'

export interface CommandResult {
  status: number
  /** Output of both streams, in order. */
  output: string
  seconds: number
}

/** Runs a program from the path (npm puts node_modules/.bin first) and captures its output. */
export async function runCommand(
  program: string,
  args: string[],
  env = process.env,
): Promise<CommandResult> {
  const startedAt = performance.now()
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const status = await waitForExit(child)
  return { status, output, seconds: (performance.now() - startedAt) / 1000 }
}

/** Runs a program with its output in the terminal and returns its exit status. */
export async function runInTerminal(
  program: string,
  args: string[],
  env = process.env,
): Promise<number> {
  return waitForExit(spawn(program, args, { env, stdio: 'inherit' }))
}

async function waitForExit(child: ReturnType<typeof spawn>): Promise<number> {
  const killChild = () => child.kill()
  process.once('exit', killChild)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('error', reject).once('close', (status) => resolve(status ?? 1))
  return promise.finally(() => process.off('exit', killChild))
}
