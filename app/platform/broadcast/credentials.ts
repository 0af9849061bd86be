import { createHmac } from 'node:crypto'

import type { Config } from '#app/platform/config.ts'
import { storedKeys } from '#app/platform/storage.ts'

export interface Credentials {
  id: string
  key: string
  secret: string
}

/** What is not given is made once, from 32 random bytes in the storage folder, so that all processes there agree. */
export function channelsCredentials({
  channels,
  storageDir,
}: Pick<Config, 'channels' | 'storageDir'>): Credentials {
  const { appId, key, secret } = channels
  const made = key && secret ? null : storedKeys(storageDir, 'channels.key')[0]
  const part = (name: string, bytes: number) =>
    made ? createHmac('sha256', made).update(name).digest().toString('hex', 0, bytes) : ''
  // A number, because one SDK reads it as such.
  return { id: appId ?? '1', key: key ?? part('key', 10), secret: secret ?? part('secret', 32) }
}
