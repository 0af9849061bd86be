/**
 * The hash chain of the event log. docs/event-log.md specifies it for external verifiers. The id of the log, of an account or a team, is
 * named `account` in what is hashed and signed.
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

import { canonicalJson } from './canonical-json.ts'

export interface EventContent {
  type: string
  data: unknown
  session: string | null
  /** See `clientDataCommitment`. Null without client data. */
  origin: string | null
}

export interface ChainLink {
  logId: string
  seq: number
  at: number
  /** Hash of the previous event; `genesisHash` for the first. */
  previous: string
  content: string
}

export interface SignedHead {
  logId: string
  /** Number of events. */
  seq: number
  hash: string
  at: number
  /** Sequence number of the last event whose client data is erased. */
  originsErasedThrough: number
}

/** The signed part of an event: its position and both of its hashes. */
export interface SignedEvent extends Pick<ChainLink, 'logId' | 'seq' | 'content'> {
  hash: string
}

export interface ClientData {
  ip: string | null
  userAgent: string | null
  /** ISO 3166 code; null when unknown. */
  country: string | null
}

/** 43 characters of base64url. */
export function contentDigest({ type, data, session, origin }: EventContent): string {
  return domainHash('content', { type, data, session, origin })
}

export function eventHash({ logId, seq, at, previous, content }: ChainLink): string {
  return domainHash('event', { account: logId, seq, at, previous, content })
}

/** The `previous` of the first event. It contains the id, so that no log passes as another one. */
export function genesisHash(logId: string): string {
  return domainHash('record', { account: logId })
}

export function newClientDataSalt(): string {
  return randomBytes(16).toString('base64url')
}

/** Commits to the client data. Once the salt is erased, trying all IP addresses reveals nothing. */
export function clientDataCommitment({ ip, userAgent, country }: ClientData, salt: string): string {
  // Left out when unknown, as in events from before countries were recorded.
  return domainHash('origin', { ip, userAgent, salt, ...(country !== null && { country }) })
}

function domainHash(kind: string, value: object): string {
  return hash('sha256', `foyer-1 ${kind}\n${canonicalJson(value)}`, 'base64url')
}

/** A sub-key of the application key, used for the event log only. */
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

export interface Erasure {
  logId: string
  /** Unix milliseconds. */
  erasedAt: number
}

export function signErasure(key: SigningKey, { logId, erasedAt }: Erasure): string {
  return `${key.name}.${mac(key.key, 'erasure', { account: logId, erasedAt })}`
}

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
  { logId, erasedAt }: Erasure,
  signature: string,
): SignatureStatus {
  return signatureStatus(keys, 'erasure', { account: logId, erasedAt }, signature)
}

function eventPayload({ logId, seq, content, hash: own }: SignedEvent): object {
  return { account: logId, seq, content, hash: own }
}

function headPayload({ logId, seq, hash: own, at, originsErasedThrough }: SignedHead): object {
  return { account: logId, seq, hash: own, at, originsErasedThrough }
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
