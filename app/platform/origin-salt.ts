import { randomPooled } from './random.ts'

/** 128 random bits. */
export function newSalt(): string {
  return randomPooled(16).toString('base64url')
}
