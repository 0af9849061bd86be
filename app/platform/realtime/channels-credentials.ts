import { createHmac } from 'node:crypto'

import type { Config } from '#app/platform/config/config.ts'
import { ConfigError } from '#app/platform/config/env-reader.ts'
import { readOrCreateKeys } from '#app/platform/config/key-files.ts'

export interface ChannelsCredentials {
  id: string
  key: string
  secret: string
}

/**
 * What is not given is made once, from 32 random bytes in the storage folder, so that all processes there agree.
 *
 * @throws ConfigError when the file holds no such key: what is made of nothing, anybody could make
 */
export function channelsCredentials({
  channels,
  storageDir,
}: Pick<Config, 'channels' | 'storageDir'>): ChannelsCredentials {
  const { appId, key, secret } = channels
  const seed = key && secret ? null : readOrCreateSeed(storageDir)
  const derivePart = (name: string, bytes: number) =>
    seed ? createHmac('sha256', seed).update(name).digest().toString('hex', 0, bytes) : ''
  // A number, because one SDK reads it as such.
  return {
    id: appId ?? '1',
    key: key ?? derivePart('key', 10),
    secret: secret ?? derivePart('secret', 32),
  }
}

function readOrCreateSeed(storageDir: string): Buffer {
  const [seed] = readOrCreateKeys(storageDir, 'channels.key')
  if (seed?.length === 32) return seed
  throw new ConfigError([
    'channels.key in STORAGE_DIR holds no key. Remove the file, and the next start makes one.',
  ])
}
