import { createHmac } from 'node:crypto'

import { withStorageErrors } from '#app/platform/config/app-keys.ts'
import type { Config } from '#app/platform/config/config.ts'
import { ConfigError } from '#app/platform/config/env-reader.ts'
import { readOrCreateKeys } from '#app/platform/config/key-files.ts'

export interface ChannelsCredentials {
  id: string
  key: string
  secret: string
}

/**
 * Returns the configured credentials; missing ones are derived from 32 random bytes in the storage folder, so that all
 * processes agree.
 *
 * @throws ConfigError when the file does not contain a valid key: credentials derived from an empty one would be guessable
 */
export function channelsCredentials({
  channels,
  storageDir,
}: Pick<Config, 'channels' | 'storageDir'>): ChannelsCredentials {
  const { appId, key, secret } = channels
  const seed = key && secret ? null : readOrCreateSeed(storageDir)
  const derivePart = (name: string, bytes: number) =>
    seed ? createHmac('sha256', seed).update(name).digest().toString('hex', 0, bytes) : ''
  // Numeric, because one SDK parses it as a number.
  return {
    id: appId ?? '1',
    key: key ?? derivePart('key', 10),
    secret: secret ?? derivePart('secret', 32),
  }
}

function readOrCreateSeed(storageDir: string): Buffer {
  const [seed] = withStorageErrors(() => readOrCreateKeys(storageDir, 'channels.key'))
  if (seed?.length === 32) return seed
  throw new ConfigError([
    'channels.key in STORAGE_DIR holds no key. Remove the file, and the next start makes one.',
  ])
}
