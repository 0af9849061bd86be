import type { Exported } from '#app/belongings.ts'
import type { Post } from '#app/platform/post.ts'

import { manifestName } from './write-archive.ts'

/** The first file of an export: what is in it, and how to see that nothing was changed. */
export function readMe({ text: t, appName }: Post, tables: [string, Exported][]): string {
  const files = tables.map(([, { file, about }]) => `${file}\n  ${t(about)}`)
  return `${[
    t('Everything {appName} holds about your account.', { appName }),
    files.join('\n\n'),
    t(
      'Moments are in UTC. Passwords and other secrets are left out: we keep them in a form nobody can read.',
    ),
    t('To see that no file was changed or lost, run this where you unpacked them:'),
    `  sha256sum -c ${manifestName}\n  shasum -a 256 -c ${manifestName}   (macOS)`,
  ].join('\n\n')}\n`
}
