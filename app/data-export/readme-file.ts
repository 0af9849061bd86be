import type { ExportedTable } from '#app/platform/feature.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { route } from '#app/platform/route.ts'

import { manifestFileName } from './write-archive.ts'

export const eventLogFileName = 'record.jsonl'

/** Lists the files of the export and explains how to verify them. @param key  the published public key of the event log */
export function readmeFile(
  { translator: t, appName, absoluteUrl }: MailWriter,
  tables: [string, ExportedTable][],
  key: string,
): string {
  const files = tables.map(([, { file, description }]) => `${file}\n  ${t(description)}`)
  files.push(
    `${eventLogFileName}\n  ${t('The event log as we signed it, so you can check it without us.')}`,
  )
  return `${[
    t('Everything {appName} holds about your account.', { appName }),
    files.join('\n\n'),
    t(
      'Times are in UTC. Passwords and other secrets are left out: we keep them in a form nobody can read.',
    ),
    t('To check that no file was changed or lost, run this in the folder where you unpacked them:'),
    `  sha256sum -c ${manifestFileName}\n  shasum -a 256 -c ${manifestFileName}   (macOS)`,
    t(
      'To check that every file is exactly as we made it and none is missing or added, run this in a copy of our program:',
    ),
    `  npm run foyer -- export:verify <zip> --key ${key}`,
    t(
      'To check that the event log is exactly as we signed it, run this in a copy of our program. It needs no network:',
    ),
    `  npm run foyer -- history:verify ${eventLogFileName} --key ${key}`,
    t(
      'Anyone who can change a file can change this one too. Compare the key with the published one: {url}',
      {
        url: absoluteUrl(route('well-known.record-key')),
      },
    ),
  ].join('\n\n')}\n`
}
