import { hash } from 'node:crypto'

import { msg } from '@foyer/i18n'

import type { ActionContext } from '#app/platform/action-context.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { canonicalJson } from '#app/platform/event-log/canonical-json.ts'

export interface StoredResponse {
  status: 201 | 204
  /** Contains ids only. */
  body?: Record<string, string>
}

export interface KeyedRequest {
  tokenId: string
  /** The idempotency key; null for a request without one. */
  key: string | null
  method: string
  url: string
  body: unknown
}

/**
 * Does the work once for each key of a token, in one transaction with the stored response: of concurrent requests with one key, the
 * others wait for the first. Errors are not stored, because nothing happened.
 *
 * @throws ValidationError when the key was used for another request
 */
export function respondOnce(
  context: ActionContext,
  request: KeyedRequest,
  work: (context: ActionContext & { db: Tx }) => Promise<StoredResponse>,
): Promise<StoredResponse & { isRepeated: boolean }> {
  return inTransaction(context.db, async (tx) => {
    const stored = await claimKey(tx, context.now, request)
    if (stored) return { ...stored, isRepeated: true }
    const response = await work({ ...context, db: tx })
    await storeResponse(tx, request, response)
    return { ...response, isRepeated: false }
  })
}

/** Whether a response is stored for the request. @throws ValidationError when the key was used for another request */
export async function hasStoredResponse(db: Db, request: KeyedRequest): Promise<boolean> {
  if (request.key === null) return false
  const stored = await db
    .selectFrom('service_requests')
    .select('digest')
    .where('id', '=', requestId(request))
    .executeTakeFirst()
  if (stored) requireSameRequest(stored, request)
  return stored !== undefined
}

/** @throws ValidationError */
function requireSameRequest({ digest }: { digest: string }, request: KeyedRequest): void {
  if (digest === requestDigest(request)) return
  throw new ValidationError({
    'idempotency-key': msg('This key was used for another request. Use a new one.'),
  })
}

/** @returns the response that is stored for the key */
async function claimKey(
  tx: Tx,
  now: number,
  request: KeyedRequest,
): Promise<StoredResponse | null> {
  if (request.key === null) return null
  const digest = requestDigest(request)
  const claimed = await tx
    .insertInto('service_requests')
    .values({ id: requestId(request), digest, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (claimed) return null
  const stored = await tx
    .selectFrom('service_requests')
    .select(['digest', 'answer'])
    .where('id', '=', requestId(request))
    .executeTakeFirstOrThrow()
  requireSameRequest(stored, request)
  return stored.answer === null ? { status: 204 } : { status: 201, body: JSON.parse(stored.answer) }
}

async function storeResponse(tx: Tx, request: KeyedRequest, { body }: StoredResponse) {
  if (request.key === null || !body) return
  await tx
    .updateTable('service_requests')
    .set({ answer: JSON.stringify(body) })
    .where('id', '=', requestId(request))
    .execute()
}

/** The key may contain an address. */
function requestId({ tokenId, key }: KeyedRequest): string {
  return hashSecret(`${tokenId} ${key}`)
}

function requestDigest({ method, url, body }: KeyedRequest): string {
  return hash('sha256', canonicalJson({ method, url, body: body ?? null }), 'hex')
}
