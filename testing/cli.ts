import { runCli } from '#app/cli/run-cli.ts'
import type { App } from '#app/http/server/app-type.ts'

import type { TestApp } from './test-app.ts'

export interface CliResult {
  status: number
  out: string
  err: string
  /** The parsed output of `--json`; empty without that flag. */
  json: Record<string, unknown>
  prompts: string[]
}

export function createCli(
  { app, clock }: TestApp,
  { answers, stdin = '', variables }: CliInput = {},
) {
  const { config, attributes } = app
  const { storageDir, webhooksAllowPrivate } = config
  return (...args: string[]): Promise<CliResult> =>
    runCliCommand(args, {
      variables: {
        STORAGE_DIR: storageDir,
        DATABASE_URL: app.database.url,
        WEBHOOKS_ALLOW_PRIVATE: webhooksAllowPrivate ? '1' : '0',
        ...variables,
      },
      clock,
      attributes,
      answers,
      stdin,
    })
}

interface CliInput {
  /** Typed at the prompts; makes the terminal interactive. */
  answers?: string[]
  stdin?: string
  variables?: Record<string, string>
}

interface CliEnvironment {
  variables: Record<string, string>
  clock: { now(): number }
  attributes?: App['attributes']
  answers?: string[] | undefined
  stdin?: string
}

export async function runCliCommand(
  args: string[],
  environment: CliEnvironment,
): Promise<CliResult> {
  const { variables, clock, attributes, answers, stdin = '' } = environment
  const output = { out: '', err: '' }
  const prompts: string[] = []
  const remainingAnswers = [...(answers ?? [])]
  const terminal = {
    isInteractive: answers !== undefined,
    out: (line: string) => void (output.out += `${line}\n`),
    err: (line: string) => void (output.err += `${line}\n`),
    async ask(question: string) {
      prompts.push(question)
      return remainingAnswers.shift() ?? ''
    },
    input: async () => stdin,
  }
  const status = await runCli(args, {
    variables,
    terminal,
    clock,
    ...(attributes && { attributes }),
  })
  return { status, ...output, prompts, json: args.includes('--json') ? JSON.parse(output.out) : {} }
}
