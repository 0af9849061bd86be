/** How events hold on to each other. docs/history.md says it for those who check it elsewhere. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'

import { canonicalJson } from './canonical-json.ts'

/** What happened, without when and where in the record. */
export interface EventContent {
  type: string
  data: unknown
  session: string | null
  /** The commitment to address and browser: see `originCommitment`. Null when there was neither. */
  origin: string | null
}

/** Where in the record it stands. */
export interface ChainLink {
  account: string
  seq: number
  at: number
  /** The hash of the event before; of the first, `firstHash`. */
  previous: string
  /** The hash of its content. */
  content: string
}

/** The end of an account's record. */
export interface SignedHead {
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
export interface SignedEvent extends Pick<ChainLink, 'account' | 'seq' | 'content'> {
  hash: string
}

export interface ClientData {
  ip: string | null
  userAgent: string | null
}

/** 43 characters of base64url. */
export function contentDigest({ type, data, session, origin }: EventContent): string {
  return domainHash('content', { type, data, session, origin })
}

export function eventHash({ account, seq, at, previous, content }: ChainLink): string {
  return domainHash('event', { account, seq, at, previous, content })
}

/** What the first event holds on to, so that no record can be passed off as another account's. */
export function genesisHash(account: string): string {
  return domainHash('record', { account })
}

/** Commits to address and browser, and tells neither: without the salt, trying all addresses leads nowhere. */
export function clientDataCommitment({ ip, userAgent }: ClientData, salt: string): string {
  return domainHash('origin', { ip, userAgent, salt })
}

function domainHash(kind: string, value: object): string {
  return hash('sha256', `foyer-1 ${kind}\n${canonicalJson(value)}`, 'base64url')
}

/** A key made of the application's, for records alone. */
export interface SigningKey {
  name: string
  key: Buffer
}

export type SigningKeys = ReadonlyMap<string, Buffer>

/** @returns `<name of the key>.<HMAC-SHA-256>` */
export function signEvent(key: SigningKey, event: SignedEvent): string {
  return `${key.name}.${mac(key.key, 'event', eventPayload(event))}`
}

export function signHead(key: SigningKey, head: SignedHead): string {
  return `${key.name}.${mac(key.key, 'head', headPayload(head))}`
}

/** An account that was erased together with its record. */
export interface Erasure {
  account: string
  /** Unix milliseconds. */
  erasedAt: number
}

export function signErasure(key: SigningKey, { account, erasedAt }: Erasure): string {
  return `${key.name}.${mac(key.key, 'erasure', { account, erasedAt })}`
}

/** What a signature is worth. */
export type SignatureStatus = 'genuine' | 'forged' | 'unknown key'

export function eventSignatureStatus(
  keys: SigningKeys,
  event: SignedEvent,
  signature: string,
): SignatureStatus {
  return signatureStatus(keys, 'event', eventPayload(event), signature)
}

export function headSignatureStatus(
  keys: SigningKeys,
  head: SignedHead,
  signature: string,
): SignatureStatus {
  return signatureStatus(keys, 'head', headPayload(head), signature)
}

export function erasureSignatureStatus(
  keys: SigningKeys,
  { account, erasedAt }: Erasure,
  signature: string,
): SignatureStatus {
  return signatureStatus(keys, 'erasure', { account, erasedAt }, signature)
}

function eventPayload({ account, seq, content, hash: own }: SignedEvent): object {
  return { account, seq, content, hash: own }
}

function headPayload({ account, seq, hash: own, at, originsErasedThrough }: SignedHead): object {
  return { account, seq, hash: own, at, originsErasedThrough }
}

function signatureStatus(
  keys: SigningKeys,
  kind: string,
  value: object,
  signature: string,
): SignatureStatus {
  const [keyName = '', actualMac = ''] = signature.split('.')
  const key = keys.get(keyName)
  if (!key) return 'unknown key'
  const [expected, actual] = [Buffer.from(mac(key, kind, value)), Buffer.from(actualMac)]
  const isGenuine = expected.length === actual.length && timingSafeEqual(expected, actual)
  return isGenuine ? 'genuine' : 'forged'
}

function mac(key: Buffer, kind: string, value: object): string {
  return createHmac('sha256', key)
    .update(`foyer-1 ${kind}\n${canonicalJson(value)}`)
    .digest('base64url')
}
