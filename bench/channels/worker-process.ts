/** Child processes that handle commands one at a time: servers and clients. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

type CommandHandlers = Record<string, (argument: number) => unknown>

/** In the child: handles commands by name. Exits with its parent. */
export function handleCommands(handlers: CommandHandlers): void {
  process.on('message', async ({ command, argument }: { command: string; argument: number }) => {
    process.send?.({ result: await handlers[command]?.(argument) })
  })
  process.on('disconnect', () => process.exit())
}

export class WorkerProcess {
  readonly #process: ChildProcess
  readonly #exit: Promise<unknown>

  /** @param file  in this folder */
  constructor(file: string, env: Record<string, string> = {}) {
    this.#process = fork(join(import.meta.dirname, file), {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    this.#exit = once(this.#process, 'exit')
  }

  async send<Result>(command: string, argument = 0): Promise<Result> {
    const response = once(this.#process, 'message')
    this.#process.send({ command, argument })
    const exited = this.#exit.then(() => {
      throw new Error(`The process exited during "${command}"`)
    })
    const [{ result }] = await Promise.race([response, exited])
    return result
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#process.kill(signal)
    await this.#exit
  }
}
