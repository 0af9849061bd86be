import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { publicKeyOf, readVerifier, signerOf } from '#app/history/history.ts'
import { readKeys } from '#app/platform/storage.ts'

import { Misused, type Operation } from './command.ts'

/** The public half of what checkpoints and exported records are signed with. @throws Misused */
export function publicKeyFor(operation: Operation): Buffer {
  const given = operation.value('key')
  if (given === undefined) return ownKey(operation)
  const key = readVerifier(existsSync(given) ? readFileSync(given, 'utf8') : given)
  if (key) return key
  throw new Misused(`${given} is neither a public key nor a file with one.`)
}

function ownKey({ config: { storageDir } }: Operation): Buffer {
  const [seed] = readKeys(join(storageDir, 'checkpoint.key')) ?? []
  if (seed?.length === 32) return publicKeyOf(signerOf('', seed))
  throw new Misused(
    'There is no key in this storage. Say whose it is with --key: https://<host>/.well-known/foyer-record-key',
  )
}
