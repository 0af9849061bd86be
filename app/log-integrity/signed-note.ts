import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** Signs notes with Ed25519: the text, an empty line, and `— <name> <base64>`. @see https://c2sp.org/signed-note */
export interface Signer {
  /** The host. */
  name: string
  key: KeyObject
}

const ed25519Algorithm = 1
/** DER prefixes that turn 32 raw bytes into a PKCS #8 private key and an SPKI public key. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export function createSigner(name: string, seed: Buffer): Signer {
  const der = Buffer.concat([pkcs8Prefix, seed])
  return { name, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
}

/** 32 bytes. */
export function rawPublicKey({ key }: Signer): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(spkiPrefix.length)
}

/** Formats the public key as `<name>+<id>+<base64>`, as it is published. */
export function formatVerifierKey(signer: Signer): string {
  const key = rawPublicKey(signer)
  const id = keyId(signer.name, key).toString('hex')
  return `${signer.name}+${id}+${Buffer.from([ed25519Algorithm, ...key]).toString('base64')}`
}

/** The 32 bytes of each published key, one per line; empty when a line is malformed. */
export function parseVerifierKeys(text: string): Buffer[] {
  const keys = text.trim().split(/\s+/).map(parseVerifierKey)
  return keys.every((key) => key !== null) ? keys : []
}

function parseVerifierKey(text: string): Buffer | null {
  const bytes = Buffer.from(text.split('+').slice(2).join('+'), 'base64')
  return bytes.length === 33 && bytes[0] === ed25519Algorithm ? bytes.subarray(1) : null
}

/** @param lines  without line breaks; none is empty */
export function signNote(signer: Signer, lines: string[]): string {
  const text = lines.map((line) => `${line}\n`).join('')
  const signature = sign(null, Buffer.from(text), signer.key)
  const id = keyId(signer.name, rawPublicKey(signer))
  return `${text}\n— ${signer.name} ${Buffer.concat([id, signature]).toString('base64')}\n`
}

/** The lines of a note; null when none of the keys signed it. */
export function verifyNote(publicKeys: readonly Buffer[], note: string): string[] | null {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const [dash, name = '', encodedSignature = '', ...rest] = note
    .slice(end + 2)
    .trimEnd()
    .split(' ')
  const bytes = Buffer.from(encodedSignature, 'base64')
  const publicKey = publicKeys.find((key) => bytes.subarray(0, 4).equals(keyId(name, key)))
  if (end < 0 || dash !== '—' || rest.length > 0 || !publicKey) return null
  const der = Buffer.concat([spkiPrefix, publicKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, bytes.subarray(4)) ? text.trimEnd().split('\n') : null
}

function keyId(name: string, publicKey: Buffer): Buffer {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([ed25519Algorithm]))
    .update(publicKey)
    .digest()
    .subarray(0, 4)
}
