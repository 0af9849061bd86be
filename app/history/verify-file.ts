import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

import { z } from 'zod'

import { contentDigest, firstHash, linkHash, originCommitment } from '#app/platform/chain.ts'

import type { Break } from './event-faults.ts'
import { exportTitle, format } from './export-record.ts'
import { includedIn } from './inclusion.ts'
import { readNote } from './signed-note.ts'

const First = z.object({
  format: z.literal(format),
  account: z.string(),
  events: z.number(),
  /** Shows that the record, as far as it went that day, is in a checkpoint. */
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

const Event = z.object({
  seq: z.number(),
  at: z.number(),
  type: z.string(),
  data: z.unknown(),
  session: z.string().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  salt: z.string().nullable(),
  origin: z.string().nullable(),
  content: z.string(),
  hash: z.string(),
})

/** Our signature under the end. */
const Last = z.object({ note: z.string() })

export interface VerifiedFile {
  account: string
  events: number
  /** The first event that is not as it was exported; null when all are. */
  broken: Break | null
  /** The checkpoint that includes the record, and how far it went then; null when the file names none. */
  checkpoint: { number: number; at: string; seq: number } | null
}

/**
 * Checks an exported record with nothing but the public key. One line after the other is in memory.
 *
 * @throws when it is no such file
 */
export async function verifyFile(path: string, publicKey: Buffer): Promise<VerifiedFile> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
  const check = new FileCheck(publicKey)
  for await (const line of lines) if (!check.read(JSON.parse(line))) break
  lines.close()
  return check.result()
}

class FileCheck {
  readonly #publicKey: Buffer
  #first: z.output<typeof First> | null = null
  #end = { seq: 0, hash: '' }
  #note = ''
  #broken: Break | null = null

  constructor(publicKey: Buffer) {
    this.#publicKey = publicKey
  }

  /** @returns whether more is of interest */
  read(line: unknown): boolean {
    if (!this.#first) {
      this.#first = First.parse(line)
      this.#end.hash = firstHash(this.#first.account)
      return true
    }
    const closing = Last.safeParse(line)
    if (closing.success) {
      this.#note = closing.data.note
      return false
    }
    const event = Event.parse(line)
    const { account, checkpoint } = this.#first
    const isOther = event.seq === checkpoint?.seq && event.hash !== checkpoint.hash
    const fault = faultOf(event, account, this.#end) ?? (isOther ? 'forged' : null)
    if (fault) this.#broken = { seq: this.#end.seq + 1, fault }
    this.#end = { seq: event.seq, hash: event.hash }
    return fault === null
  }

  result(): VerifiedFile {
    if (!this.#first) throw new Error('There is nothing in it.')
    const { account, events, checkpoint } = this.#first
    const included = checkpoint && includedIn(this.#publicKey, account, checkpoint)
    return {
      account,
      events,
      broken: this.#broken ?? this.#endFault() ?? (checkpoint && !included ? unproved : null),
      checkpoint: checkpoint &&
        included && { number: included.number, at: included.at, seq: checkpoint.seq },
    }
  }

  /** What is signed is where the record ends, and whose it is. */
  #endFault(): Break | null {
    const { seq, hash } = this.#end
    const said = readNote(this.#publicKey, this.#note)
    const after = seq + 1
    if (!said) return { seq: after, fault: this.#note === '' ? 'truncated' : 'forged' }
    const [title = '', account, events, last] = said
    const isAsSigned = events === `events ${seq}` && last === `hash ${hash}`
    // What it had when the checkpoint was made it has for ever.
    const isWhole = isAsSigned && seq >= (this.#first?.checkpoint?.seq ?? 0)
    const isTheirs = account === `account ${this.#first?.account}` && title.endsWith(exportTitle)
    if (!isTheirs) return { seq: after, fault: 'forged' }
    return isWhole ? null : { seq: after, fault: 'truncated' }
  }
}

/** The file says that a checkpoint includes it, and none does. */
const unproved: Break = { seq: 0, fault: 'forged' }

function faultOf(
  event: z.output<typeof Event>,
  account: string,
  before: { seq: number; hash: string },
): Break['fault'] | null {
  const { seq, at, type, data, session, ip, userAgent, salt, origin, content, hash } = event
  if (seq !== before.seq + 1) return seq > before.seq ? 'missing' : 'swapped'
  const isOrigin =
    salt === null
      ? ip === null && userAgent === null
      : originCommitment({ ip, userAgent }, salt) === origin
  if (!isOrigin || contentDigest({ type, data, session, origin }) !== content) return 'altered'
  if (linkHash({ account, seq, at, previous: before.hash, content }) !== hash) return 're-dated'
  return type === 'record.broken' ? 'truncated' : null
}
