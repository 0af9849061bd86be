import { existsSync, readFileSync } from 'node:fs'

import { logStores } from '#app/features.ts'
import {
  accountLog,
  checkAgainstNote,
  checkCheckpoints,
  checkpointFolder,
  extractNote,
  verifyEventLog,
} from '#app/log-integrity/log-integrity.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import type { EventLog } from '#app/platform/event-log/log-store.ts'
import { allSigningKeys } from '#app/platform/event-log/signing-keys.ts'

import type { Command, Invocation } from './command.ts'
import { findAccount } from './find-account.ts'
import { keyOption, publicKeysOption } from './public-key-option.ts'
import { verifyExportedLogFile } from './verify-exported-log.ts'

export const verifyEventLogs: Command = {
  usage: '[--account <account>] [<file>]',
  summary: 'verifies that no event log was tampered with',
  details: `The logs are those of accounts and of teams. Every event includes the hash of the previous one and is signed with a key derived from APP_KEY. This verifies every
event, the head of every log, and the daily checkpoints. With a file it verifies an exported event log: without a
database and, on another machine, with the public key from https://<host>/.well-known/foyer-record-key. docs/event-log.md
explains what this proves. Exits with 1 when something is broken.`,
  options: {
    account: { value: '<account>', help: 'only this account, by address or id' },
    checkpoint: { value: '<file>', help: 'compare with a checkpoint stored elsewhere' },
    key: keyOption,
  },
  args: { min: 0, max: 1 },
  isMutating: false,
  async run(invocation) {
    const [file] = invocation.args
    if (file !== undefined) return verifyExportedLogFile(file, publicKeysOption(invocation))
    const { db } = await invocation.database()
    const onlyAccount = await accountOption(invocation, db)
    const { records, events, broken } = await verifyLogs(db, onlyAccount)
    const checkpoints = await compareCheckpoints(invocation, db, onlyAccount)
    const whole = broken.length === 0 && checkpoints.length === 0
    return {
      data: { whole, records, events, broken, checkpoints },
      lines: [
        broken.length === 0
          ? `${records} event logs with ${events} events are intact.`
          : `${broken.length} of ${records} event logs are broken.`,
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

async function accountOption(invocation: Invocation, db: Db): Promise<string | null> {
  const idOrEmail = invocation.optionValue('account')
  return idOrEmail === undefined
    ? null
    : (await findAccount({ ...invocation, args: [idOrEmail] }, db)).id
}

async function compareCheckpoints(invocation: Invocation, db: Db, onlyAccount: string | null) {
  const folder = checkpointFolder(invocation.config.storageDir)
  const noteFile = invocation.optionValue('checkpoint')
  if (noteFile === undefined && !existsSync(folder)) return []
  const publicKeys = publicKeysOption(invocation)
  const options = {
    folder,
    publicKeys,
    keys: await allSigningKeys(db),
    stores: logStores,
    only: onlyAccount,
  }
  if (noteFile === undefined) return checkCheckpoints(db, options)
  return checkAgainstNote(db, extractNote(readFileSync(noteFile, 'utf8')), options)
}

/** @param onlyAccount  the id of one account; null for all */
async function verifyLogs(db: Db, onlyAccount: string | null) {
  const keys = await allSigningKeys(db)
  const broken: { id: string; seq: number; fault: string }[] = []
  let [records, events] = [0, 0]
  for await (const log of onlyAccount ? [accountLog(onlyAccount)] : allLogs(db)) {
    const step = await verifyEventLog(db, log, keys).catch(ignoreErased)
    if (!step) continue
    records++
    events += step.total
    if (step.broken) broken.push({ id: log.id, ...step.broken })
  }
  return { records, events, broken }
}

async function* allLogs(db: Db): AsyncGenerator<EventLog> {
  for (const store of logStores)
    for await (const heads of store.heads(db))
      for (const { logId: id } of heads) yield { store, id }
}

function ignoreErased(error: unknown): null {
  if (error instanceof NotFound) return null
  throw error
}
