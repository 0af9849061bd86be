import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { rawPublicKey, parseVerifierKey, createSigner } from '#app/log-integrity/log-integrity.ts'
import { readKeys } from '#app/platform/config/key-files.ts'

import { UsageError, type Invocation } from './command.ts'

/** The public key that verifies checkpoints and exported event logs: `--key`, else of this storage. @throws UsageError */
export function publicKeyOption(invocation: Invocation): Buffer {
  const value = invocation.optionValue('key')
  if (value === undefined) return localPublicKey(invocation)
  const key = parseVerifierKey(existsSync(value) ? readFileSync(value, 'utf8') : value)
  if (key) return key
  throw new UsageError(`${value} is neither a public key nor a file that contains one.`)
}

function localPublicKey({ config: { storageDir } }: Invocation): Buffer {
  const [seed] = readKeys(join(storageDir, 'checkpoint.key')) ?? []
  if (seed?.length === 32) return rawPublicKey(createSigner('', seed))
  throw new UsageError(
    'This storage has no checkpoint key. Pass the public key with --key, from https://<host>/.well-known/foyer-record-key',
  )
}
