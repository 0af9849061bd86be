import { existsSync, readFileSync } from 'node:fs'

import {
  checkAgainst,
  checkCheckpoints,
  checkpointFolder,
  noteIn,
  verifyRecord,
} from '#app/history/history.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import { everyRecordKey } from '#app/platform/record-keys.ts'

import { namedAccount } from './accounts.ts'
import type { Command, Operation } from './command.ts'
import { publicKeyFor } from './record-key.ts'
import { verifyExport } from './verify-export.ts'

export const verifyHistory: Command = {
  usage: '[--account <account>] [<file>]',
  summary: 'checks that no record of an account was changed behind our back',
  details: `Every event holds on to the one before and is signed with a key made of APP_KEY: this checks each, where the
records end, and what the checkpoints of each day say. With a file it checks a record that its owner has exported, which
needs no database, and elsewhere the public key: https://<host>/.well-known/foyer-record-key. What it proves, and what it
does not, is in docs/history.md. Exit status 1 when something is broken.`,
  options: {
    account: { value: '<account>', help: 'only this one, by address or id' },
    checkpoint: { value: '<file>', help: 'compare with a checkpoint that was kept elsewhere' },
    key: {
      value: '<key>',
      help: 'the public key, or a file with it; usual: the one of this storage',
    },
  },
  words: { least: 0, most: 1 },
  changes: false,
  async run(operation) {
    const [file] = operation.words
    if (file !== undefined) return verifyExport(file, publicKeyFor(operation))
    const { db } = await operation.database()
    const only = await asked(operation, db)
    const { records, events, broken } = await verifyRecords(db, only)
    const checkpoints = await compared(operation, db, only)
    const whole = broken.length === 0 && checkpoints.length === 0
    return {
      data: { whole, records, events, broken, checkpoints },
      lines: [
        broken.length === 0
          ? `${records} records with ${events} events are unbroken.`
          : `${broken.length} of ${records} records are broken.`,
        ...broken.map(({ id, seq, fault }) => `${id}: event ${seq}: ${fault}`),
        ...checkpoints.map(({ number, fault, ...at }) =>
          'id' in at
            ? `${at.id}: event ${at.seq}: ${fault} since checkpoint ${number}`
            : `checkpoint ${number}: ${fault}`,
        ),
      ],
      failed: !whole,
    }
  },
}

async function asked(operation: Operation, db: Db): Promise<string | null> {
  const word = operation.value('account')
  return word === undefined ? null : (await namedAccount({ ...operation, words: [word] }, db)).id
}

async function compared(operation: Operation, db: Db, only: string | null) {
  const folder = checkpointFolder(operation.config.storageDir)
  const kept = operation.value('checkpoint')
  if (kept === undefined && !existsSync(folder)) return []
  const publicKey = publicKeyFor(operation)
  const against = { folder, publicKey, keys: await everyRecordKey(db), only }
  if (kept === undefined) return checkCheckpoints(db, against)
  return checkAgainst(db, noteIn(readFileSync(kept, 'utf8')), against)
}

const atOnce = 200

/** @param only  the id of one account; null for all */
async function verifyRecords(db: Db, only: string | null) {
  const keys = await everyRecordKey(db)
  const broken: { id: string; seq: number; fault: string }[] = []
  let [records, events] = [0, 0]
  for (let ids = only ? [only] : await accountsAfter(db, ''); ids.length > 0;) {
    for (const id of ids) {
      const step = await verifyRecord(db, id, keys).catch(goneMeanwhile)
      if (!step) continue
      records++
      events += step.total
      if (step.broken) broken.push({ id, ...step.broken })
    }
    ids = only ? [] : await accountsAfter(db, ids.at(-1) ?? '')
  }
  return { records, events, broken }
}

/** With its account, erased while others were checked. */
function goneMeanwhile(error: unknown): null {
  if (error instanceof NotFound) return null
  throw error
}

async function accountsAfter(db: Db, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute()
  return rows.map(({ id }) => id)
}
