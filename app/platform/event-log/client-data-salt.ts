import { pooledRandomBytes } from '#app/platform/crypto/random-pool.ts'

/** 128 random bits. */
export function newSalt(): string {
  return pooledRandomBytes(16).toString('base64url')
}
