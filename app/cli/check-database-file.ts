import { closeSync, openSync, readSync, statSync } from 'node:fs'

import { dirtyFlag } from '#app/platform/db/dirty-flag.ts'

import { type Finding, ok, problem, warning } from './finding.ts'

const about = 'database file'
const headerBytes = 100

/**
 * Whether the SQLite file is whole, and not a copy taken of it alone while it was in use: what had been written last then
 * stood only in the `-wal` file that was left behind.
 *
 * @see sqlite.org/fileformat2.html, 1.3: page size at 16, size in pages at 28, user version at 60
 */
export function checkDatabaseFile(databaseUrl: string): Finding {
  const path = databaseUrl.replace(/^sqlite:/, '')
  if (path === databaseUrl) return ok(about, 'PostgreSQL keeps its own.')
  const size = fileSize(path)
  if (size === null) return problem(about, `${path} is not there. The first start makes it.`)

  const header = readHeader(path)
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const wal = fileSize(`${path}-wal`)
  if (header.readUInt32BE(28) * pageBytes > size && wal === null) {
    return problem(about, `${path} is cut off. Restore it from a backup.`)
  }
  if (header.readUInt32BE(60) === dirtyFlag && wal === null) {
    return warning(
      about,
      `${path} was in use when it was last written, and its -wal file is missing: it looks like a copy made with cp while the server ran, and its last changes may be lost. Restore from a backup made with: npm run foyer -- backup`,
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
