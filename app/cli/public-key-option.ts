import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { rawPublicKey, parseVerifierKey, createSigner } from '#app/log-integrity/log-integrity.ts'
import { readKeys } from '#app/platform/config/key-files.ts'

import { UsageError, type Invocation } from './command.ts'

/** The public half of what checkpoints and exported records are signed with. @throws Misused */
export function publicKeyOption(invocation: Invocation): Buffer {
  const value = invocation.optionValue('key')
  if (value === undefined) return localPublicKey(invocation)
  const key = parseVerifierKey(existsSync(value) ? readFileSync(value, 'utf8') : value)
  if (key) return key
  throw new UsageError(`${value} is neither a public key nor a file with one.`)
}

function localPublicKey({ config: { storageDir } }: Invocation): Buffer {
  const [seed] = readKeys(join(storageDir, 'checkpoint.key')) ?? []
  if (seed?.length === 32) return rawPublicKey(createSigner('', seed))
  throw new UsageError(
    'There is no key in this storage. Say whose it is with --key: https://<host>/.well-known/foyer-record-key',
  )
}
