import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

import { CommandFailed } from './command.ts'

/** All pages in one step: a write between two steps restarts the backup. */
const pagesPerStep = 2 ** 31 - 1

/** Copies a consistent snapshot of the database while others write. @throws CommandFailed */
export async function copyDatabase(url: string, folder: string): Promise<object> {
  const path = /^sqlite:(.+)$/.exec(url)?.[1]
  return path
    ? copySqlite(path, join(folder, 'foyer.sqlite'))
    : dumpPostgres(url, join(folder, 'foyer.dump'))
}

async function copySqlite(path: string, copy: string): Promise<object> {
  const source = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    await backup(source, copy, { rate: pagesPerStep })
  } finally {
    source.close()
  }
  await chmod(copy, 0o600)

  const copied = new DatabaseSync(copy)
  try {
    // Leaves WAL mode, so that the copy is a single file.
    copied.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 0')
    const integrity = Object.values(copied.prepare('PRAGMA integrity_check').get() ?? {})[0]
    if (integrity !== 'ok')
      throw new CommandFailed(`The copy is corrupt (${String(integrity)}). Do not use it.`)
    return {
      database: 'sqlite',
      accounts: copied.prepare('select count(*) as n from users').get()?.['n'],
    }
  } finally {
    copied.close()
  }
}

/** Passes the password in the environment, because every user of the machine can read arguments. */
async function dumpPostgres(url: string, copy: string): Promise<object> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const schema = /search_path=(\w+)/.exec(searchParams.get('options') ?? '')?.[1]
  const env = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname) || (searchParams.get('host') ?? ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...tlsVariables(searchParams),
    PGCONNECT_TIMEOUT: '5',
  }
  const schemaArgs = schema ? [`--schema=${schema}`] : []
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--file=${copy}`, ...schemaArgs]
  try {
    await promisify(execFile)('pg_dump', args, { env })
  } catch (error) {
    throw new CommandFailed(dumpErrorMessage(error))
  }
  await chmod(copy, 0o600)
  return { database: 'postgres' }
}

/** Mirrors the server's TLS rules: the default is the system's CA store (`system`, libpq 16 or later). */
function tlsVariables(params: URLSearchParams): Record<string, string> {
  const sslmode = params.get('sslmode') ?? 'prefer'
  const sslrootcert = params.get('sslrootcert') ?? (sslmode === 'verify-full' ? 'system' : null)
  const [sslcert, sslkey] = [params.get('sslcert'), params.get('sslkey')]
  return {
    PGSSLMODE: sslmode,
    ...(sslrootcert && { PGSSLROOTCERT: sslrootcert }),
    ...(sslcert && { PGSSLCERT: sslcert }),
    ...(sslkey && { PGSSLKEY: sslkey }),
  }
}

function dumpErrorMessage(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return 'pg_dump was not found. Install the client of your PostgreSQL version, or run pg_dump on another machine.'
  }
  const message = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return `pg_dump failed: ${message.trim().split('\n')[0] ?? ''}`
}
