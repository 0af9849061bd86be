import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

import { concurrencyLimit } from '#app/platform/lib/concurrency-limit.ts'
import { passwordHashes } from '#app/platform/telemetry/trace-channels.ts'
import { isPasswordTooLong } from '#app/platform/validation/password-length.ts'

import { parseForeignHash } from './foreign-hash.ts'

const derive = promisify(argon2)

const saltBytes = 16
const tagBytes = 32
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
export const currentCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
/** KiB per lane; Argon2's own minimum. */
const minMemory = 8
/** KiB times passes, of imported hashes: PHP's default. More could stall the server. */
export const maxWorkFactor = 65_536 * 4
/** Fewer bytes would match by chance. */
const minTagBytes = 16

interface Cost {
  /** KiB */
  memory: number
  passes: number
  parallelism: number
}

interface ParsedHash extends Cost {
  algorithm: 'argon2id' | 'argon2i' | 'argon2d'
  salt: Buffer
  tag: Buffer
}

/**
 * @returns argon2id as a PHC string
 * @throws Unavailable when the hashing queue is full
 */
export async function hashPassword(password: string): Promise<string> {
  if (isPasswordTooLong(password)) throw new RangeError('The password is too long to be hashed.')
  const salt = randomBytes(saltBytes)
  const tag = await deriveTag(password, { ...currentCost, salt })
  return `$argon2id$v=19$m=${currentCost.memory},t=${currentCost.passes},p=${currentCost.parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(tag)}`
}

/**
 * @param phc  null when there is no account or no password; a dummy hash then costs the same time
 * @param caller  the network of a guest: networks take turns, so that many attempts from one hardly delay another's
 * @throws Unavailable when the hashing queue is full
 */
export async function passwordMatches(
  password: string,
  phc: string | null,
  caller?: string,
): Promise<boolean> {
  if (isPasswordTooLong(password)) return false
  const verifyForeign = phc === null ? null : parseForeignHash(phc)
  if (verifyForeign && (await limited(() => verifyForeign(password.normalize('NFC')), caller)))
    return true

  const parsed = phc === null ? null : parsePhc(phc)
  const tag = await deriveTag(
    password,
    parsed ?? { ...currentCost, salt: Buffer.alloc(saltBytes) },
    caller,
  )
  if (parsed !== null && timingSafeEqual(tag, parsed.tag)) return true

  const remaining = phc === null ? null : remainingCost(phc)
  if (remaining) await deriveTag(password, { ...remaining, salt: Buffer.alloc(saltBytes) }, caller)
  return false
}

/** Whether passwords can be checked against it: argon2, or a hash of another system within the cost limits. */
export function isKnownHash(hash: string): boolean {
  return parsePhc(hash) !== null || parseForeignHash(hash) !== null
}

/**
 * The difference in cost between an older hash and a current one; null if none. Spent on a wrong password too, or its response would be
 * faster than for an unknown address.
 */
export function remainingCost(phc: string): Cost | null {
  const parsed = parsePhc(phc)
  const { passes, parallelism } = currentCost
  const memory = parsed ? Math.floor((workFactor(currentCost) - workFactor(parsed)) / passes) : 0
  return memory < minMemory ? null : { memory, passes, parallelism }
}

export function workFactor({ memory, passes }: Cost): number {
  return memory * passes
}

export function needsRehash(phc: string): boolean {
  const parsed = parsePhc(phc)
  if (parsed?.tag.length !== tagBytes || parsed.algorithm !== 'argon2id') return true
  return (['memory', 'passes', 'parallelism'] as const).some(
    (name) => parsed[name] !== currentCost[name],
  )
}

const phcPattern =
  /^\$(argon2(?:id|i|d))\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{22,86})$/

function parsePhc(phc: string): ParsedHash | null {
  const [, algorithm, memory, passes, parallelism, salt = '', tag = ''] = phcPattern.exec(phc) ?? []
  if (!isAlgorithm(algorithm)) return null
  const parsed = {
    algorithm,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
  const isComputable =
    parsed.passes > 0 && parsed.parallelism > 0 && parsed.memory >= minMemory * parsed.parallelism
  const isWithinLimits = workFactor(parsed) <= maxWorkFactor && parsed.tag.length >= minTagBytes
  return isComputable && isWithinLimits ? parsed : null
}

function isAlgorithm(text: string | undefined): text is ParsedHash['algorithm'] {
  return text === 'argon2id' || text === 'argon2i' || text === 'argon2d'
}

/** argon2id with a known salt, for a short secret that is looked up by its hash. @throws Unavailable when the queue is full */
export function slowHash(text: string, salt: Buffer): Promise<Buffer> {
  return deriveTag(text, { ...currentCost, salt })
}

/** NFC: é typed as one code point or as two is the same password. */
function deriveTag(
  password: string,
  { algorithm = 'argon2id', salt, tag, ...cost }: Partial<ParsedHash> & Cost & { salt: Buffer },
  caller?: string,
): Promise<Buffer> {
  const message = password.normalize('NFC')
  const tagLength = tag?.length ?? tagBytes
  const trace = { queuedMs: 0 }
  const calledAt = performance.now()
  const deriveNow = () => {
    trace.queuedMs = performance.now() - calledAt
    return derive(algorithm, { ...cost, message, nonce: salt, tagLength })
  }
  return passwordHashes.tracePromise(() => limited(deriveNow, caller), trace)
}

function unpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** How many password hashes one of `workers` processes computes at once, and how many may wait. */
export function hashLimits({
  workers,
  cores = availableParallelism(),
  threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4),
}: {
  workers: number
  cores?: number
  threads?: number
}) {
  // One core is left to the event loops: with a hash on each, every other request takes several times as long. One thread of
  // the pool is left to files, DNS and compression.
  const concurrency = Math.max(1, Math.min(Math.floor((cores - 1) / workers), threads - 1))
  // A full queue takes about ten seconds, and the sign-ins of one network at most half of it.
  return { concurrency, maxQueued: 400 * concurrency, maxQueuedPerCaller: 200 * concurrency }
}

const hashQueue = hashLimits({ workers: 1 })
const limited = concurrencyLimit(hashQueue)

/** Divides the hashing capacity of this machine among its workers. Call it at startup. */
export function divideHashCapacity(workers: number): void {
  Object.assign(hashQueue, hashLimits({ workers }))
}
