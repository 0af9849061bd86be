import type { Releases } from '#app/platform/db/releases.ts'

export interface ReleaseFiles {
  changelog: string
  upgrading: string
  packageVersion: string
  releases: Releases
}

const unreleased = '## Unreleased'

/** Whether the files agree about the last release. @returns one sentence for each problem */
export function versionProblems({
  changelog,
  upgrading,
  packageVersion,
  releases,
}: ReleaseFiles): string[] {
  const versions = Object.keys(releases)
  const isLast = versions.at(-1) === packageVersion
  return [
    ...(isLast
      ? []
      : [`package.json has version ${packageVersion}, releases.json ${versions.at(-1)}.`]),
    ...versions.flatMap((version) => [
      ...(changelog.includes(`\n## ${version} (`)
        ? []
        : [`CHANGELOG.md has no section ${version}.`]),
      ...(upgrading.includes(`\n## ${version}\n`)
        ? []
        : [`docs/upgrading.md has no section ${version}.`]),
    ]),
  ]
}

/** The files of the new version: what was unreleased becomes its section, and its migrations get their digests. */
export function prepareRelease(
  files: ReleaseFiles,
  { version, date, digests }: { version: string; date: string; digests: Record<string, string> },
): ReleaseFiles {
  const problems = [...versionProblems(files), ...newVersionProblems(files, version)]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const released = Object.values(files.releases).flatMap((it) => Object.keys(it.migrations))
  const added = Object.entries(digests).filter(([name]) => !released.includes(name))
  return {
    changelog: files.changelog.replace(unreleased, `${unreleased}\n\n## ${version} (${date})`),
    upgrading: files.upgrading.replace(
      unreleased,
      `${unreleased}\n\nNothing to do.\n\n## ${version}`,
    ),
    packageVersion: version,
    releases: { ...files.releases, [version]: { migrations: Object.fromEntries(added) } },
  }
}

function newVersionProblems(
  { changelog, upgrading, packageVersion }: ReleaseFiles,
  version: string,
): string[] {
  const isNewer = isVersion(version) && compareVersions(version, packageVersion) > 0
  const [, notes = ''] = /## Unreleased\n([^]*?)(?=\n## |$)/.exec(changelog) ?? []
  return [
    ...(isNewer ? [] : [`"${version}" is not a version above ${packageVersion}.`]),
    ...(notes.trim() ? [] : ['CHANGELOG.md says nothing under "Unreleased".']),
    ...(upgrading.includes(unreleased) ? [] : ['docs/upgrading.md has no section "Unreleased".']),
  ]
}

const isVersion = (text: string) => /^\d+\.\d+\.\d+$/.test(text)

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
