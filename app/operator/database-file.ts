import { closeSync, openSync, readSync, statSync } from 'node:fs'

import { inUse } from '#app/platform/db/in-use.ts'

import { type Finding, fine, problem, warning } from './finding.ts'

const about = 'database file'
const headBytes = 100

/**
 * Whether the SQLite file is whole, and not a copy taken of it alone while it was in use: what had been written last then
 * stood only in the `-wal` file that was left behind.
 *
 * @see sqlite.org/fileformat2.html, 1.3: page size at 16, size in pages at 28, user version at 60
 */
export function looksCopied(databaseUrl: string): Finding {
  const path = databaseUrl.replace(/^sqlite:/, '')
  if (path === databaseUrl) return fine(about, 'PostgreSQL keeps its own.')
  const size = sizeOf(path)
  if (size === null) return problem(about, `${path} is not there. The first start makes it.`)

  const head = headOf(path)
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
  const wal = sizeOf(`${path}-wal`)
  if (head.readUInt32BE(28) * pageBytes > size && wal === null) {
    return problem(about, `${path} is cut off. Restore it from a backup.`)
  }
  if (head.readUInt32BE(60) === inUse && wal === null) {
    return warning(
      about,
      `${path} was in use when it was last written, and its -wal file is missing: it looks like a copy made with cp while the server ran, and its last changes may be lost. Restore from a backup made with: npm run foyer -- backup`,
    )
  }
  return fine(about, `${path}, ${Math.ceil(size / 1024)} kB`)
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}

function headOf(path: string): Buffer {
  const head = Buffer.alloc(headBytes)
  const file = openSync(path, 'r')
  try {
    readSync(file, head, 0, headBytes, 0)
  } finally {
    closeSync(file)
  }
  return head
}
