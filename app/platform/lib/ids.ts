import { randomUUIDv7 } from 'node:crypto'

/** A public identifier that sorts by the time it was made. Never a secret: see secrets.ts for those. */
export function newId(): string {
  return randomUUIDv7()
}
