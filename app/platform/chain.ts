/** How events hold on to each other. docs/history.md says it for those who check it elsewhere. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'

import { canonical } from './canonical.ts'

/** What happened, without when and where in the record. */
export interface Content {
  type: string
  data: unknown
  session: string | null
  /** The commitment to address and browser: see `originCommitment`. Null when there was neither. */
  origin: string | null
}

/** Where in the record it stands. */
export interface Link {
  account: string
  seq: number
  at: number
  /** The hash of the event before; of the first, `firstHash`. */
  previous: string
  /** The hash of its content. */
  content: string
}

/** The end of an account's record. */
export interface Head {
  account: string
  /** Its number of events. */
  seq: number
  /** The hash of the last one. */
  hash: string
  /** When it happened. */
  at: number
  /** Up to this event address and browser are erased. */
  originsErasedThrough: number
}

/** What an event is signed for: its place, and both of its hashes. */
export interface Signed extends Pick<Link, 'account' | 'seq' | 'content'> {
  hash: string
}

export interface Origin {
  ip: string | null
  userAgent: string | null
}

/** 43 characters of base64url. */
export function contentDigest({ type, data, session, origin }: Content): string {
  return digest('content', { type, data, session, origin })
}

export function linkHash({ account, seq, at, previous, content }: Link): string {
  return digest('event', { account, seq, at, previous, content })
}

/** What the first event holds on to, so that no record can be passed off as another account's. */
export function firstHash(account: string): string {
  return digest('record', { account })
}

/** Commits to address and browser, and tells neither: without the salt, trying all addresses leads nowhere. */
export function originCommitment({ ip, userAgent }: Origin, salt: string): string {
  return digest('origin', { ip, userAgent, salt })
}

function digest(kind: string, value: object): string {
  return hash('sha256', `foyer-1 ${kind}\n${canonical(value)}`, 'base64url')
}

/** A key made of the application's, for records alone. */
export interface ChainKey {
  name: string
  key: Buffer
}

export type ChainKeys = ReadonlyMap<string, Buffer>

/** @returns `<name of the key>.<HMAC-SHA-256>` */
export function signEvent(key: ChainKey, event: Signed): string {
  return `${key.name}.${mac(key.key, 'event', signedOf(event))}`
}

export function signHead(key: ChainKey, head: Head): string {
  return `${key.name}.${mac(key.key, 'head', headOf(head))}`
}

/** An account that was erased together with its record. */
export interface Erasure {
  account: string
  /** Unix milliseconds. */
  erasedAt: number
}

export function signErasure(key: ChainKey, { account, erasedAt }: Erasure): string {
  return `${key.name}.${mac(key.key, 'erasure', { account, erasedAt })}`
}

/** What a signature is worth. */
export type Worth = 'genuine' | 'forged' | 'unknown key'

export function eventWorth(keys: ChainKeys, event: Signed, signature: string): Worth {
  return worth(keys, 'event', signedOf(event), signature)
}

export function headWorth(keys: ChainKeys, head: Head, signature: string): Worth {
  return worth(keys, 'head', headOf(head), signature)
}

export function erasureWorth(
  keys: ChainKeys,
  { account, erasedAt }: Erasure,
  signature: string,
): Worth {
  return worth(keys, 'erasure', { account, erasedAt }, signature)
}

function signedOf({ account, seq, content, hash: own }: Signed): object {
  return { account, seq, content, hash: own }
}

function headOf({ account, seq, hash: own, at, originsErasedThrough }: Head): object {
  return { account, seq, hash: own, at, originsErasedThrough }
}

function worth(keys: ChainKeys, kind: string, value: object, signature: string): Worth {
  const [name = '', given = ''] = signature.split('.')
  const key = keys.get(name)
  if (!key) return 'unknown key'
  const [expected, found] = [Buffer.from(mac(key, kind, value)), Buffer.from(given)]
  const isGenuine = expected.length === found.length && timingSafeEqual(expected, found)
  return isGenuine ? 'genuine' : 'forged'
}

function mac(key: Buffer, kind: string, value: object): string {
  return createHmac('sha256', key)
    .update(`foyer-1 ${kind}\n${canonical(value)}`)
    .digest('base64url')
}
