import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

import { bounded } from './bounded.ts'

const derive = promisify(argon2)

const saltBytes = 16
const tagBytes = 32
/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
export const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
/** Argon2 takes no less. */
const leastMemory = 8

interface Cost {
  /** KiB */
  memory: number
  passes: number
  parallelism: number
}

interface Hash extends Cost {
  salt: Buffer
  tag: Buffer
}

/** Longer passwords are refused before they are hashed. */
const longestPassword = { codePoints: 1024, bytes: 4096 }

export function isTooLong(password: string): boolean {
  const { codePoints, bytes } = longestPassword
  return Buffer.byteLength(password) > bytes || [...password].length > codePoints
}

/**
 * @returns argon2id as a PHC string
 * @throws Unavailable when too many wait already
 */
export async function hashPassword(password: string): Promise<string> {
  if (isTooLong(password)) throw new RangeError('The password is too long to be hashed.')
  const salt = randomBytes(saltBytes)
  const tag = await tagOf(password, { ...cost, salt })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(salt)}$${bare(tag)}`
}

/**
 * @param phc  null when there is no account or no password; that costs a hash too, or the clock would tell
 * @throws Unavailable when too many wait already
 */
export async function passwordMatches(password: string, phc: string | null): Promise<boolean> {
  if (isTooLong(password)) return false
  const known = phc === null ? null : parse(phc)
  const tag = await tagOf(password, known ?? { ...cost, salt: Buffer.alloc(saltBytes) })
  if (known !== null && timingSafeEqual(tag, known.tag)) return true

  const left = phc === null ? null : costLeft(phc)
  if (left) await tagOf(password, { ...left, salt: Buffer.alloc(saltBytes) })
  return false
}

/**
 * What a hash of lower costs leaves undone compared with one of today's; null when there is nothing. A wrong password costs
 * that too, or it would be answered sooner than an unknown address.
 */
export function costLeft(phc: string): Cost | null {
  const known = parse(phc)
  const { passes, parallelism } = cost
  const memory = known ? Math.floor((workOf(cost) - workOf(known)) / passes) : 0
  return memory < leastMemory ? null : { memory, passes, parallelism }
}

/** KiB that are gone through. */
export function workOf({ memory, passes }: Cost): number {
  return memory * passes
}

/** Whether the hash was made with other costs than today's. */
export function needsRehash(phc: string | null): boolean {
  const known = phc === null ? null : parse(phc)
  if (!known) return false
  return (['memory', 'passes', 'parallelism'] as const).some((name) => known[name] !== cost[name])
}

const phcForm =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{43})$/

function parse(phc: string): Hash | null {
  const [, memory, passes, parallelism, salt, tag] = phcForm.exec(phc) ?? []
  if (salt === undefined || tag === undefined) return null
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** é typed as one character or as two is the same password. */
function tagOf(password: string, { salt, ...settings }: Omit<Hash, 'tag'>): Promise<Buffer> {
  const message = password.normalize('NFC')
  return inTurn(() =>
    derive('argon2id', { ...settings, message, nonce: salt, tagLength: tagBytes }),
  )
}

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const cores = availableParallelism()
/** More hashes at once than cores only starve the threads that files and names are read with. Waits about two seconds at most. */
const inTurn = bounded({ atOnce: cores, mostWaiting: 64 * cores })
