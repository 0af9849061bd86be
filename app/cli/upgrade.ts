import { readFileSync } from 'node:fs'

import { appliedNames } from '#app/platform/db/migrate.ts'
import { migrations } from '#app/platform/db/migrations.ts'
import { changedMigrations, readReleases, releaseOf } from '#app/platform/db/releases.ts'
import { projectFile } from '#app/platform/lib/project-file.ts'

import { type Command, UsageError } from './command.ts'

/** `npm run foyer -- upgrade --check`, with the new version, before it replaces the running one. */
export const upgrade: Command = {
  usage: '--check',
  summary: 'shows what the first start of this version will do to the database',
  details: `Changes nothing. Run it with the new version, beside the old one. Exits with 1 when the upgrade should not go on: the
database was used by a newer version, or a released migration is not the one that was released. See docs/upgrading.md.`,
  options: { check: { help: 'required: the upgrade itself is a start of the new version' } },
  args: { min: 0, max: 0 },
  isMutating: false,
  allowsAnyDatabase: true,
  async run(invocation) {
    if (!invocation.hasFlag('check')) {
      throw new UsageError(
        'To upgrade, start the new version. To see what it will do: upgrade --check',
      )
    }
    const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))
    const applied = await appliedNames((await invocation.database()).db)
    const known = Object.keys(migrations)
    const pending = known.filter((name) => !applied.has(name))
    const unknown = [...applied].filter((name) => !known.includes(name)).toSorted()
    const changed = changedMigrations()
    const release = releaseOf(applied)
    const released = Object.values(readReleases()).flatMap((it) => Object.keys(it.migrations))
    const unreleased = [...applied].filter((name) => !released.includes(name)).length

    return {
      data: { version, database: { release, unreleased, unknown }, pending, changed },
      lines: [
        `This is version ${version}, with Node ${process.versions.node}.`,
        databaseLine(release, unreleased, applied.size),
        ...unknown.map(
          (name) =>
            `A newer version applied ${name}. Upgrade to that version, or roll it back with it.`,
        ),
        ...changed.map(
          (name) => `${name} is not the migration that was released. Check out the version again.`,
        ),
        ...pending.map((name) => `The start will apply ${name}`),
        pending.length > 0
          ? 'Back up first: npm run foyer -- backup. Servers of the version before may keep running meanwhile.'
          : 'No migrations are pending.',
      ],
      failed: unknown.length > 0 || changed.length > 0,
    }
  },
}

function databaseLine(release: string | null, unreleased: number, applied: number): string {
  if (applied === 0) return 'The database is empty.'
  const at = release === null ? 'older than the first release' : `at version ${release}`
  return `The database is ${at}${unreleased > 0 ? `, with ${unreleased} migrations after the last release` : ''}.`
}
