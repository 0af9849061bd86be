import { hash } from 'node:crypto'

import { type Signer, signNote, verifyNote } from '#app/log-integrity/log-integrity.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

/** Suffix of the first line of the signed note. */
const title = '/foyer-data-export-1'

/** A signed note that names the account and the manifest, and through its checksums every file: see docs/event-log.md. */
export function signManifest(
  signer: Signer,
  manifest: string,
  { userId, now }: { userId: string; now: number },
): string {
  return signNote(signer, [
    `${signer.name}${title}`,
    `account ${userId}`,
    `at ${toIso(now)}`,
    `manifest ${hash('sha256', manifest)}`,
  ])
}

export interface SignedManifest {
  account: string
  /** ISO 8601, UTC. */
  at: string
  /** SHA-256 in hex by file name. */
  checksums: Map<string, string>
}

/** @returns null when the note is not signed with one of the keys, or names another manifest */
export function verifyManifest(
  publicKeys: readonly Buffer[],
  note: string,
  manifest: string,
): SignedManifest | null {
  const [name = '', account = '', at = '', digest] = verifyNote(publicKeys, note) ?? []
  if (!name.endsWith(title) || digest !== `manifest ${hash('sha256', manifest)}`) return null
  const lines = manifest.trimEnd().split('\n')
  return {
    account: account.replace('account ', ''),
    at: at.replace('at ', ''),
    checksums: new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)])),
  }
}
