import { hash } from 'node:crypto'

import { canonical } from '#app/platform/canonical.ts'
import { moment } from '#app/platform/moment.ts'

import { readNote, type Signer, signNote } from './signed-note.ts'

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
export function headLine({ account, seq, hash: own }: ListedHead): string {
  return canonical({ account, seq, hash: own })
}

/** What the first checkpoint names as the one before. */
export const none = 'none'

export function noteHash(note: string): string {
  return hash('sha256', note, 'base64url')
}

const title = '/foyer-checkpoint-1'

export function writeCheckpoint(signer: Signer, checkpoint: Omit<Checkpoint, 'at'>, now: number) {
  const { number, records, root, leftOut, previous } = checkpoint
  return signNote(signer, [
    `${signer.name}${title}`,
    `number ${number}`,
    `at ${moment(now)}`,
    `records ${records}`,
    `root ${root}`,
    `left-out ${leftOut}`,
    `previous ${previous}`,
  ])
}

/** The note in a file, which may be the mail it came with. */
export function noteIn(text: string): string {
  const lines = text.replaceAll('\r', '').split('\n')
  const start = lines.findIndex((line) => line.endsWith(title))
  const end = lines.findIndex((line, at) => at > start && line.startsWith('— '))
  if (start < 0 || end < 0) return ''
  const [head = '', ...rest] = lines.slice(start, end + 1)
  return [head.split(' ').at(-1), ...rest, ''].join('\n')
}

/** Null when this key did not sign it. */
export function readCheckpoint(publicKey: Buffer, note: string): Checkpoint | null {
  const [head = '', ...lines] = readNote(publicKey, note) ?? []
  if (!head.endsWith(title)) return null
  const said = new Map(lines.map((line) => [line.split(' ')[0], line.split(' ')[1] ?? '']))
  return {
    number: Number(said.get('number')),
    at: said.get('at') ?? '',
    records: Number(said.get('records')),
    root: said.get('root') ?? '',
    leftOut: Number(said.get('left-out')),
    previous: said.get('previous') ?? '',
  }
}
