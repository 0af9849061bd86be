import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import { mailFolder } from '#app/platform/mail/dev-mailbox.ts'

import { createTestApp, type TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'
import { listTables, type Owner } from './test-database.ts'

/** The effects of a registration on the database, the mailbox and the browser. */
export interface Registration {
  at: number
  tables: { name: string; rows: object[] }[]
  mails: { name: string; content: Buffer }[]
  cookies: ReadonlyMap<string, string>
  ipAddress: string
}

/** Registers in an app of its own. */
export async function recordRegistration(
  register: (foyer: TestApp, browser: TestBrowser) => Promise<void>,
): Promise<Registration> {
  const ends: (() => void | Promise<void>)[] = []
  const foyer = await createTestApp({ after: (end) => ends.push(end) })
  const browser = foyer.browser()
  await register(foyer, browser)
  const { cookies, ipAddress } = browser
  const mails = await readMailFiles(foyer)
  const tables = await readTables(foyer.db)
  for (const end of ends) await end()
  return { at: foyer.clock.now(), tables, mails, cookies, ipAddress }
}

/** A new app and browser, as the registration left them. */
export async function repeatRegistration(
  t: Owner,
  { at, tables, mails, cookies, ipAddress }: Registration,
  newApp = createTestApp,
): Promise<{ foyer: TestApp; laptop: TestBrowser }> {
  const foyer = await newApp(t)
  foyer.clock.set(at)
  for (const { name, rows } of tables) await insertRows(foyer.db, name, rows)
  await writeMailFiles(foyer, mails)
  const laptop = foyer.browser(ipAddress)
  for (const [name, value] of cookies) laptop.cookies.set(name, value)
  return { foyer, laptop }
}

/** The new database has its migrations already, and no client is waiting for the broadcasts. */
const excludedTables = ['migrations', 'broadcasts']

/** Reads all tables with rows, `users` first, to which the others refer. */
async function readTables(db: Db): Promise<Registration['tables']> {
  const names = (await listTables(db))
    .map(({ name }) => name)
    .filter((it) => !excludedTables.includes(it))
  const first = (name: string) => (name === 'users' ? 0 : 1)
  const tables: Registration['tables'] = []
  for (const name of names.toSorted((a, b) => first(a) - first(b))) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    if (rows.length > 0) tables.push({ name, rows })
  }
  return tables
}

async function insertRows(db: Db, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((name) => sql.ref(name))
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`.execute(
    db,
  )
}

async function readMailFiles({ config }: TestApp): Promise<Registration['mails']> {
  const folder = mailFolder(config.mailUrl)
  const names = await readdir(folder)
  return Promise.all(
    names.map(async (name) => ({ name, content: await readFile(join(folder, name)) })),
  )
}

async function writeMailFiles({ config }: TestApp, mails: Registration['mails']): Promise<void> {
  const folder = mailFolder(config.mailUrl)
  await mkdir(folder, { recursive: true })
  for (const { name, content } of mails) await writeFile(join(folder, name), content)
}
