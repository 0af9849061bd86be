import { closeSync, openSync, readSync, statSync } from 'node:fs'

import { dirtyFlag } from '#app/platform/db/dirty-flag.ts'

import { type CheckResult, ok, problem, warning } from './check-result.ts'

const about = 'database file'
const headerBytes = 100

/**
 * Checks that the SQLite file is complete, and not a copy made in use without its `-wal` file, which held the last writes.
 *
 * @see sqlite.org/fileformat2.html, 1.3: page size at 16, size in pages at 28, user version at 60
 */
export function checkDatabaseFile(databaseUrl: string): CheckResult {
  const path = databaseUrl.replace(/^sqlite:/, '')
  if (path === databaseUrl) return ok(about, 'Not checked: PostgreSQL manages its own files.')
  const size = fileSize(path)
  if (size === null) return problem(about, `${path} does not exist. The first start creates it.`)

  const header = readHeader(path)
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const wal = fileSize(`${path}-wal`)
  if (header.readUInt32BE(28) * pageBytes > size && wal === null) {
    return problem(about, `${path} is truncated. Restore it from a backup.`)
  }
  if (header.readUInt32BE(60) === dirtyFlag && wal === null) {
    return warning(
      about,
      `${path} was in use when it was last written, but its -wal file is missing: it looks like a copy made with cp while the server ran, and its last changes may be lost. Restore from a backup made with: npm run foyer -- backup`,
    )
  }
  return ok(about, `${path}, ${Math.ceil(size / 1024)} kB`)
}

function fileSize(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(headerBytes)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, headerBytes, 0)
  } finally {
    closeSync(file)
  }
  return header
}
