/** Processes that do what they are told, one thing at a time: servers, and those who listen to them. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

type Part = Record<string, (argument: number) => unknown>

/** In the child: what it can be told. It ends with its parent. */
export function play(part: Part): void {
  process.on('message', async ({ what, argument }: { what: string; argument: number }) => {
    process.send?.({ answer: await part[what]?.(argument) })
  })
  process.on('disconnect', () => process.exit())
}

export class Actor {
  readonly #process: ChildProcess
  readonly #exit: Promise<unknown>

  /** @param file  one of this folder */
  constructor(file: string, env: Record<string, string> = {}) {
    this.#process = fork(join(import.meta.dirname, file), {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    this.#exit = once(this.#process, 'exit')
  }

  async tell<Answer>(what: string, argument = 0): Promise<Answer> {
    const answered = once(this.#process, 'message')
    this.#process.send({ what, argument })
    const gone = this.#exit.then(() => {
      throw new Error(`A process ended when it was told to ${what}.`)
    })
    const [{ answer }] = await Promise.race([answered, gone])
    return answer
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#process.kill(signal)
    await this.#exit
  }
}
