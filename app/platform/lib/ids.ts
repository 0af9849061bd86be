import { randomUUIDv7 } from 'node:crypto'

/** A public id (UUIDv7) that sorts by creation time. Never a secret: see crypto/secret-tokens.ts. */
export function newId(): string {
  return randomUUIDv7()
}
