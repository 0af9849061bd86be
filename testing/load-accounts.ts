import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { hash } from 'bcryptjs'

import { connect } from '#app/platform/db/connect.ts'

import { runCliCommand } from './cli.ts'
import { HttpClient } from './http-client.ts'
import type { LoadAccount } from './load-generator.ts'

/** The environment of a server, with which the command line finds its storage and database. */
export interface ServerSettings {
  STORAGE_DIR: string
  DATABASE_URL: string
  [name: string]: string
}

const password = 'a row of quiet engines'
const clock = { now: () => Date.now() }

/** Imports accounts, and signs each in with a client address of its own: start the server with `TRUST_PROXY=127.0.0.1`. */
export async function signInAccounts(
  origin: string,
  variables: ServerSettings,
  count: number,
): Promise<LoadAccount[]> {
  const { file, emails } = await writeAccounts(variables.STORAGE_DIR, count)
  const imported = await runCliCommand(['import', file, '--yes'], { variables, clock })
  if (imported.status !== 0) throw new Error(imported.err)
  return signInEach(origin, emails)
}

/** Accounts as a file for the command `import`. */
export async function writeAccounts(
  folder: string,
  count: number,
): Promise<{ file: string; emails: string[] }> {
  const password_hash = await hash(password, 4)
  const emails = Array.from({ length: count }, (_, index) => `person${index}@example.com`)
  const lines = emails.map((email) =>
    JSON.stringify({ email, name: 'Person', email_verified: true, password_hash }),
  )
  const file = join(folder, 'people.jsonl')
  await writeFile(file, lines.join('\n'))
  return { file, emails }
}

/** Signs in with "Keep me signed in", so that the sessions also outlive a clock that is days ahead. */
export function signInEach(origin: string, emails: string[]): Promise<LoadAccount[]> {
  return Promise.all(
    emails.map((email, index) =>
      signIn(origin, email, { address: `10.1.0.${index}`, remember: true }),
    ),
  )
}

/** @param address  of the client */
export async function signIn(
  origin: string,
  email: string,
  { address, remember = false }: { address: string; remember?: boolean },
): Promise<LoadAccount> {
  const client = new HttpClient(origin)
  await client.request('/login')
  const headers = { accept: 'application/json', 'x-forwarded-for': address }
  const body = { email, password, remember }
  const { status } = await client.request('/login', { method: 'POST', body, headers })
  if (status !== 200) throw new Error(`The sign-in of ${email} answered ${status}`)
  await acceptTerms(client)
  return { client, email }
}

/** Imported accounts have not accepted the terms. */
async function acceptTerms(client: HttpClient): Promise<void> {
  const page = await (await client.request('/terms-of-service/accept')).text()
  const version = /"termsVersion":"(.+?)"/.exec(page)?.[1]
  const body = { terms: true, terms_version: version }
  const headers = { accept: 'application/json' }
  await client.request('/terms-of-service/accept', { method: 'POST', body, headers })
}

/** The names that no event contains. */
export async function lostWrites(
  { DATABASE_URL }: ServerSettings,
  names: readonly string[],
): Promise<string[]> {
  const database = await connect(DATABASE_URL, { statementTimeoutMs: 60_000 })
  try {
    const events = await database.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'profile.updated')
      .execute()
    const stored = new Set(events.map(({ data }) => String(JSON.parse(data).after.name)))
    return names.filter((name) => !stored.has(name))
  } finally {
    await database.close()
  }
}

/** Whether every event log is complete and genuine, which shows that no transaction was stored partially. */
export async function areLogsIntact(variables: ServerSettings): Promise<boolean> {
  const { json } = await runCliCommand(['history:verify', '--json'], { variables, clock })
  return json['whole'] === true
}
