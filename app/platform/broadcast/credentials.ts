import { createHmac } from 'node:crypto'

import type { Config } from '#app/platform/config.ts'
import { ConfigError } from '#app/platform/environment.ts'
import { storedKeys } from '#app/platform/storage.ts'

export interface Credentials {
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
}: Pick<Config, 'channels' | 'storageDir'>): Credentials {
  const { appId, key, secret } = channels
  const made = key && secret ? null : madeKey(storageDir)
  const part = (name: string, bytes: number) =>
    made ? createHmac('sha256', made).update(name).digest().toString('hex', 0, bytes) : ''
  // A number, because one SDK reads it as such.
  return { id: appId ?? '1', key: key ?? part('key', 10), secret: secret ?? part('secret', 32) }
}

function madeKey(storageDir: string): Buffer {
  const [made] = storedKeys(storageDir, 'channels.key')
  if (made?.length === 32) return made
  throw new ConfigError([
    'channels.key in STORAGE_DIR holds no key. Remove the file, and the next start makes one.',
  ])
}
