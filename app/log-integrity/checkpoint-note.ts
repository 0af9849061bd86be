import { hash } from 'node:crypto'

import { canonicalJson } from '#app/platform/event-log/canonical-json.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { verifyNote, type Signer, signNote } from './signed-note.ts'

export interface Checkpoint {
  number: number
  /** ISO 8601, UTC. */
  at: string
  /** How many records, and the root of the tree over their ends. */
  records: number
  root: string
  /** How many were left out because their end was not where we had left it. */
  leftOut: number
  /** `noteHash` of the checkpoint before. */
  previous: string
}

export interface ListedHead {
  account: string
  seq: number
  hash: string
}

/** A leaf of the tree, and a line of the list. */
export function formatHead({ account, seq, hash: own }: ListedHead): string {
  return canonicalJson({ account, seq, hash: own })
}

/** What the first checkpoint names as the one before. */
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

/** The note in a file, which may be the mail it came with. */
export function extractNote(text: string): string {
  const lines = text.replaceAll('\r', '').split('\n')
  const start = lines.findIndex((line) => line.endsWith(checkpointTitle))
  const end = lines.findIndex((line, index) => index > start && line.startsWith('— '))
  if (start < 0 || end < 0) return ''
  const [head = '', ...rest] = lines.slice(start, end + 1)
  return [head.split(' ').at(-1), ...rest, ''].join('\n')
}

/** Null when this key did not sign it. */
export function parseCheckpoint(publicKey: Buffer, note: string): Checkpoint | null {
  const [head = '', ...lines] = verifyNote(publicKey, note) ?? []
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
