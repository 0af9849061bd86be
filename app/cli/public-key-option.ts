import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  checkpointKeyFile,
  createSigner,
  parseVerifierKeys,
  rawPublicKey,
} from '#app/log-integrity/log-integrity.ts'
import { readKeys } from '#app/platform/config/key-files.ts'

import { type Invocation, type Option, UsageError } from './command.ts'

export const keyOption: Option = {
  value: '<key>',
  help: 'the public key or a file with it, default: the keys of this storage',
}

/** The public keys that verify checkpoints and exports: from `--key`, else from this storage. @throws UsageError */
export function publicKeysOption(invocation: Invocation): Buffer[] {
  const value = invocation.optionValue('key')
  if (value === undefined) return localPublicKeys(invocation)
  const keys = parseVerifierKeys(existsSync(value) ? readFileSync(value, 'utf8') : value)
  if (keys.length > 0) return keys
  throw new UsageError(`${value} is neither a public key nor a file that contains one.`)
}

function localPublicKeys({ config: { storageDir } }: Invocation): Buffer[] {
  const seeds = readKeys(join(storageDir, checkpointKeyFile)) ?? []
  if (seeds.length > 0 && seeds.every((seed) => seed.length === 32)) {
    return seeds.map((seed) => rawPublicKey(createSigner('', seed)))
  }
  throw new UsageError(
    'This storage has no checkpoint key. Pass the public key with --key, from https://<host>/.well-known/foyer-record-key',
  )
}
