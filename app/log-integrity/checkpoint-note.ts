import { hash } from 'node:crypto'

import { canonicalJson } from '#app/platform/event-log/canonical-json.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { verifyNote, type Signer, signNote } from './signed-note.ts'

export interface Checkpoint {
  number: number
  /** ISO 8601, UTC. */
  at: string
  /** Number of listed event logs. */
  records: number
  /** Root of the Merkle tree over their heads, base64. */
  root: string
  /** Number of event logs that were excluded because the signature of their head is invalid. */
  leftOut: number
  /** `hashNote` of the previous checkpoint. */
  previous: string
}

export interface ListedHead {
  logId: string
  seq: number
  hash: string
}

/** Formats a line of the list, which is also a leaf of the tree. The id of the log is named `account` there. */
export function formatHead({ logId, seq, hash: headHash }: ListedHead): string {
  return canonicalJson({ account: logId, seq, hash: headHash })
}

/** Parses a line of `formatHead`. */
export function parseHead(line: string): ListedHead {
  const { account: logId, seq, hash: headHash } = JSON.parse(line)
  return { logId, seq, hash: headHash }
}

/** Takes the place of the previous hash in the first checkpoint. */
export const noPreviousCheckpoint = 'none'

export function hashNote(note: string): string {
  return hash('sha256', note, 'base64url')
}

const checkpointTitle = '/foyer-checkpoint-1'

export function signCheckpoint(signer: Signer, checkpoint: Omit<Checkpoint, 'at'>, now: number) {
  const { number, records, root, leftOut, previous } = checkpoint
  return signNote(signer, [
    `${signer.name}${checkpointTitle}`,
    `number ${number}`,
    `at ${toIso(now)}`,
    `records ${records}`,
    `root ${root}`,
    `left-out ${leftOut}`,
    `previous ${previous}`,
  ])
}

/** Extracts the note from a file, which may be the mail that contained it; empty without one. */
export function extractNote(text: string): string {
  const lines = text.replaceAll('\r', '').split('\n')
  const start = lines.findIndex((line) => line.endsWith(checkpointTitle))
  const end = lines.findIndex((line, index) => index > start && line.startsWith('— '))
  if (start < 0 || end < 0) return ''
  const [head = '', ...rest] = lines.slice(start, end + 1)
  return [head.split(' ').at(-1), ...rest, ''].join('\n')
}

/** @returns null when the signature is invalid or it is no checkpoint */
export function parseCheckpoint(publicKeys: readonly Buffer[], note: string): Checkpoint | null {
  const [head = '', ...lines] = verifyNote(publicKeys, note) ?? []
  if (!head.endsWith(checkpointTitle)) return null
  const fields = new Map(lines.map((line) => [line.split(' ')[0], line.split(' ')[1] ?? '']))
  return {
    number: Number(fields.get('number')),
    at: fields.get('at') ?? '',
    records: Number(fields.get('records')),
    root: fields.get('root') ?? '',
    leftOut: Number(fields.get('left-out')),
    previous: fields.get('previous') ?? '',
  }
}
