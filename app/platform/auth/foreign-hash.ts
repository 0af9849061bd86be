import { createCipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'

import { projectFile } from '#app/platform/lib/project-file.ts'

/** Whether the password, in NFC, is the hashed one. */
type Verify = (password: string) => Promise<boolean>

/** Costs above these could stall the server. OWASP's recommended settings are below. */
export const maxForeignCosts = {
  /** Logarithm of the rounds. */
  bcrypt: 14,
  /** N · r · p, which is 128 MiB at p = 1. */
  scrypt: 2 ** 20,
  /** Iterations, times the hashes in the tag. */
  pbkdf2: 2_000_000,
}

const derivePbkdf2 = promisify(pbkdf2)
const deriveScrypt = promisify<string, Buffer, number, object, Buffer>(scrypt)

/**
 * Reads a password hash of another system: docs/import.md lists the forms.
 *
 * @returns null when it is malformed, or costs more than `maxForeignCosts`
 */
export function parseForeignHash(hash: string): Verify | null {
  return (
    parseBcrypt(hash) ??
    parsePbkdf2(hash) ??
    parseDjango(hash) ??
    parseScrypt(hash) ??
    parseFirebase(hash)
  )
}

function parseBcrypt(hash: string): Verify | null {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash) ?? []
  if (!isBetween(cost, 4, maxForeignCosts.bcrypt)) return null
  return async (password) => {
    const workerData = { password, hash }
    const worker = new Worker(projectFile('app/platform/auth/bcrypt-worker.ts'), { workerData })
    const [matches] = await once(worker, 'message')
    return matches === true
  }
}

/** `$pbkdf2-<digest>$<iterations>$<salt>$<tag>`, or with `i=<iterations>`, `l=<length>`; `$pbkdf2$` is SHA-1. */
function parsePbkdf2(hash: string): Verify | null {
  const [, digest = 'sha1', iterations, length, salt, tag] =
    /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d+)(?:,l=(\d+))?\$([^$]+)\$([^$]+)$/.exec(
      hash,
    ) ?? []
  if (length !== undefined && Number(length) !== fromBase64(tag)?.length) return null
  return pbkdf2Verifier(digest, iterations, { salt: fromBase64(salt), tag: fromBase64(tag) })
}

/** Django's `pbkdf2_<digest>$<iterations>$<salt as text>$<tag>`. */
function parseDjango(hash: string): Verify | null {
  const [, digest = '', iterations, salt = '', tag] =
    /^pbkdf2_(sha1|sha256)\$(\d+)\$([\x21-\x23\x25-\x7e]+)\$([^$]+)$/.exec(hash) ?? []
  return pbkdf2Verifier(digest, iterations, { salt: Buffer.from(salt), tag: fromBase64(tag) })
}

const digestBytes: Record<string, number> = { sha1: 20, sha256: 32, sha512: 64 }

function pbkdf2Verifier(
  digest: string,
  iterations: string | undefined,
  { salt, tag }: { salt: Buffer | null; tag: Buffer | null },
): Verify | null {
  if (!isSalt(salt) || !isTag(tag)) return null
  const blocks = Math.ceil(tag.length / (digestBytes[digest] ?? 1))
  if (!isBetween(iterations, 1, maxForeignCosts.pbkdf2 / blocks)) return null
  return async (password) =>
    timingSafeEqual(await derivePbkdf2(password, salt, Number(iterations), tag.length, digest), tag)
}

/** `$scrypt$ln=<log2 N>,r=<r>,p=<p>$<salt>$<tag>` */
function parseScrypt(hash: string): Verify | null {
  const [, logN, r, p, saltText, tagText] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash) ?? []
  const [salt, tag, cost] = [fromBase64(saltText), fromBase64(tagText), scryptCost(logN, r, p)]
  if (!isSalt(salt) || !isTag(tag) || !cost) return null
  return async (password) =>
    timingSafeEqual(await deriveScrypt(password, salt, tag.length, cost), tag)
}

/** `$fbscrypt$v=1,n=<mem_cost>,r=<rounds>,p=1,ss=<salt separator>,sk=<signer key>$<salt>$<tag>` */
function parseFirebase(hash: string): Verify | null {
  const [, logN, r, p, separatorText, keyText, saltText, tagText] =
    /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=(\d+),ss=([^,$]*),sk=([^,$]+)\$([^$]+)\$([^$]+)$/.exec(
      hash,
    ) ?? []
  const [separator, signerKey] = [fromBase64(separatorText), fromBase64(keyText)]
  const [salt, tag, cost] = [fromBase64(saltText), fromBase64(tagText), scryptCost(logN, r, p)]
  if (!separator || !isSalt(salt) || !isTag(tag) || !cost || signerKey?.length !== tag.length)
    return null
  return async (password) => {
    const key = await deriveScrypt(password, Buffer.concat([salt, separator]), 32, cost)
    return timingSafeEqual(
      createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey),
      tag,
    )
  }
}

function scryptCost(logN: string | undefined, r: string | undefined, p: string | undefined) {
  if (![logN, r, p].every((it) => isBetween(it, 1, 1000))) return null
  const cost = { N: 2 ** Number(logN), r: Number(r), p: Number(p) }
  if (cost.N * cost.r * cost.p > maxForeignCosts.scrypt) return null
  // RFC 7914, section 2: N must be less than 2^(128 · r / 8). OpenSSL throws otherwise.
  if (Number(logN) >= 16 * cost.r) return null
  return { ...cost, maxmem: 256 * maxForeignCosts.scrypt }
}

function isBetween(digits: string | undefined, min: number, max: number): boolean {
  return digits !== undefined && Number(digits) >= min && Number(digits) <= max
}

function isSalt(bytes: Buffer | null): bytes is Buffer {
  return bytes !== null && bytes.length > 0 && bytes.length <= 128
}

/** A shorter tag would match by chance, an empty one always. */
function isTag(bytes: Buffer | null): bytes is Buffer {
  return bytes !== null && bytes.length >= 16 && bytes.length <= 128
}

/** Standard, URL-safe or passlib's base64 (`.` for `+`), padded or not. */
function fromBase64(text: string | undefined): Buffer | null {
  if (text === undefined) return null
  const bare = text
    .replace(/={1,2}$/, '')
    .replaceAll(/[.-]/g, '+')
    .replaceAll('_', '/')
  const bytes = Buffer.from(bare, 'base64')
  return bytes.toString('base64').replace(/=+$/, '') === bare ? bytes : null
}
