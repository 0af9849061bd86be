import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

import { z } from 'zod'

import {
  contentDigest,
  genesisHash,
  eventHash,
  clientDataCommitment,
} from '#app/platform/event-log/hash-chain.ts'
import { breakTypes } from '#app/platform/event-log/log-store.ts'

import type { LocatedFault } from './check-event.ts'
import { exportTitle, exportFormat } from './export-event-log.ts'
import { verifyInclusion } from './inclusion-proof.ts'
import { verifyNote } from './signed-note.ts'

/** Files from before countries were recorded. */
const formatWithoutCountries = 'foyer-record-1'

const HeaderLine = z.object({
  format: z.enum([exportFormat, formatWithoutCountries]),
  account: z.string(),
  events: z.number(),
  checkpoint: z
    .object({
      note: z.string(),
      seq: z.number(),
      hash: z.string(),
      index: z.number(),
      path: z.array(z.string()),
    })
    .nullable(),
})

const EventLine = z.object({
  seq: z.number(),
  at: z.number(),
  type: z.string(),
  data: z.unknown(),
  session: z.string().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  country: z.string().nullable().default(null),
  salt: z.string().nullable(),
  origin: z.string().nullable(),
  content: z.string(),
  hash: z.string(),
})

/** The signed head, on the last line. */
const SignatureLine = z.object({ note: z.string() })

export interface FileVerification {
  account: string
  events: number
  /** The first faulty event; null when the log is intact. */
  broken: LocatedFault | null
  /** The checkpoint that includes the log up to `seq`; null when the file has none. */
  checkpoint: { number: number; at: string; seq: number } | null
}

/** Verifies an exported event log with the public key alone, line by line. @throws when the file is no such export */
export async function verifyExportedLog(
  path: string,
  publicKeys: readonly Buffer[],
): Promise<FileVerification> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
  const verifier = new ExportedLogVerifier(publicKeys)
  for await (const line of lines) if (!verifier.readLine(JSON.parse(line))) break
  lines.close()
  return verifier.result()
}

class ExportedLogVerifier {
  readonly #publicKeys: readonly Buffer[]
  #header: z.output<typeof HeaderLine> | null = null
  #head = { seq: 0, hash: '' }
  #note = ''
  #fault: LocatedFault | null = null

  constructor(publicKeys: readonly Buffer[]) {
    this.#publicKeys = publicKeys
  }

  /** @returns false once no further line matters */
  readLine(line: unknown): boolean {
    if (!this.#header) {
      this.#header = HeaderLine.parse(line)
      this.#head.hash = genesisHash(this.#header.account)
      return true
    }
    const signatureLine = SignatureLine.safeParse(line)
    if (signatureLine.success) {
      this.#note = signatureLine.data.note
      return false
    }
    const event = EventLine.parse(line)
    const { account, checkpoint } = this.#header
    const contradictsCheckpoint = event.seq === checkpoint?.seq && event.hash !== checkpoint.hash
    const fault =
      checkExportedEvent(event, account, this.#head) ?? (contradictsCheckpoint ? 'forged' : null)
    if (fault) this.#fault = { seq: this.#head.seq + 1, fault }
    this.#head = { seq: event.seq, hash: event.hash }
    return fault === null
  }

  result(): FileVerification {
    if (!this.#header) throw new Error('The file is empty.')
    const { account, events, checkpoint } = this.#header
    const included = checkpoint && verifyInclusion(this.#publicKeys, account, checkpoint)
    return {
      account,
      events,
      broken:
        this.#fault ?? this.#headFault() ?? (checkpoint && !included ? unprovenInclusion : null),
      checkpoint: checkpoint &&
        included && { number: included.number, at: included.at, seq: checkpoint.seq },
    }
  }

  /** Compares the last event with the signed note, which names the account and the head. */
  #headFault(): LocatedFault | null {
    const { seq, hash } = this.#head
    const noteLines = verifyNote(this.#publicKeys, this.#note)
    const nextSeq = seq + 1
    if (!noteLines) return { seq: nextSeq, fault: this.#note === '' ? 'truncated' : 'forged' }
    const [title = '', account, events, last] = noteLines
    const matchesSignedHead = events === `events ${seq}` && last === `hash ${hash}`
    // A log never gets shorter than it was at the checkpoint.
    const isComplete = matchesSignedHead && seq >= (this.#header?.checkpoint?.seq ?? 0)
    const namesAccount =
      account === `account ${this.#header?.account}` && title.endsWith(exportTitle)
    if (!namesAccount) return { seq: nextSeq, fault: 'forged' }
    return isComplete ? null : { seq: nextSeq, fault: 'truncated' }
  }
}

/** The file claims inclusion in a checkpoint, but the proof is invalid. */
const unprovenInclusion: LocatedFault = { seq: 0, fault: 'forged' }

function checkExportedEvent(
  event: z.output<typeof EventLine>,
  account: string,
  previous: { seq: number; hash: string },
): LocatedFault['fault'] | null {
  const { seq, at, type, data, session, ip, userAgent, country, salt, origin, content, hash } =
    event
  if (seq !== previous.seq + 1) return seq > previous.seq ? 'missing' : 'swapped'
  const matchesCommitment =
    salt === null
      ? ip === null && userAgent === null && country === null
      : clientDataCommitment({ ip, userAgent, country }, salt) === origin
  if (!matchesCommitment || contentDigest({ type, data, session, origin }) !== content)
    return 'altered'
  if (eventHash({ logId: account, seq, at, previous: previous.hash, content }) !== hash)
    return 're-dated'
  return breakTypes.includes(type) ? 'truncated' : null
}
