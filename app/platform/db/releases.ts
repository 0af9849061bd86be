import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { projectFile } from '#app/platform/lib/project-file.ts'

/** By version, oldest first: the commit where there is no tag `v<version>`, and the SHA-256 of the file of each migration that the version brought. */
const Releases = z.record(
  z.string(),
  z.object({ commit: z.string().optional(), migrations: z.record(z.string(), z.string()) }),
)
export type Releases = z.output<typeof Releases>

export const releasesFile = projectFile('app/platform/db/releases.json')

export function readReleases(): Releases {
  return Releases.parse(JSON.parse(readFileSync(releasesFile, 'utf8')))
}

export function migrationDigest(name: string): string {
  const file = projectFile(`app/platform/db/migrations/${name}.ts`)
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** Released migrations whose file has changed since. Databases that ran the released file would have another schema. */
export function changedMigrations(
  releases = readReleases(),
  digestOf: (name: string) => string | null = migrationDigest,
): string[] {
  const released = Object.values(releases).flatMap(({ migrations }) => Object.entries(migrations))
  return released.filter(([name, digest]) => digestOf(name) !== digest).map(([name]) => name)
}

/** The newest version whose migrations are all applied; null before the first. */
export function releaseOf(applied: ReadonlySet<string>, releases = readReleases()): string | null {
  let newest: string | null = null
  for (const [version, { migrations }] of Object.entries(releases)) {
    if (!Object.keys(migrations).every((name) => applied.has(name))) break
    newest = version
  }
  return newest
}
