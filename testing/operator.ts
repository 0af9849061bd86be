import { operate } from '#app/operator/operator.ts'
import type { Product } from '#testing/product.ts'

export interface Ran {
  status: number
  out: string
  err: string
  /** What `--json` answered. */
  json: Record<string, unknown>
  /** What was asked. */
  asked: string[]
}

/** Runs commands of the operator's tool on this product, with what a person answers or pipes in. */
export function operatorOf({ app, clock }: Product, { answers, piped = '' }: Reply = {}) {
  const { storageDir } = app.config
  return (...args: string[]): Promise<Ran> =>
    runCommand(args, {
      variables: { STORAGE_DIR: storageDir, DATABASE_URL: app.database.url },
      clock,
      answers,
      piped,
    })
}

interface Reply {
  /** Someone is at the terminal and types these. */
  answers?: string[]
  piped?: string
}

interface Setting {
  variables: Record<string, string>
  clock: { now(): number }
  answers?: string[] | undefined
  piped?: string
}

export async function runCommand(args: string[], setting: Setting): Promise<Ran> {
  const { variables, clock, answers, piped = '' } = setting
  const said = { out: '', err: '' }
  const asked: string[] = []
  const left = [...(answers ?? [])]
  const terminal = {
    isInteractive: answers !== undefined,
    out: (line: string) => void (said.out += `${line}\n`),
    err: (line: string) => void (said.err += `${line}\n`),
    async ask(question: string) {
      asked.push(question)
      return left.shift() ?? ''
    },
    input: async () => piped,
  }
  const status = await operate(args, { variables, terminal, clock })
  return { status, ...said, asked, json: args.includes('--json') ? JSON.parse(said.out) : {} }
}
