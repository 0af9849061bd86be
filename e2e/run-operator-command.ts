import assert from 'node:assert/strict'

import { runCliCommand } from '#testing/cli.ts'

import type { TestServer } from './test-server.ts'

/** Runs a command of `npm run foyer` on the server's database. */
export async function runOperatorCommand(
  { storageDir, origin }: TestServer,
  ...args: string[]
): Promise<void> {
  const variables = { STORAGE_DIR: storageDir, APP_URL: origin }
  const { status, err } = await runCliCommand(args, { variables, clock: Date })
  assert.equal(status, 0, err)
}
