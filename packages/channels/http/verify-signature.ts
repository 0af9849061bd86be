import { type Credentials, md5, signatureMatches } from '#protocol/signatures.ts'

export interface SignedRequest {
  method: string
  url: string
  body: Buffer
}

const maxClockSkewSeconds = 600

/** @returns null, or why the signature is rejected */
export function signatureError(
  { key, secret }: Credentials,
  { method, url, body }: SignedRequest,
  nowMs: number,
): string | null {
  const [path = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  const givenSignature = parameters.get('auth_signature')
  const timestamp = parameters.get('auth_timestamp') ?? ''
  if (parameters.get('auth_version') !== '1.0') return 'auth_version must be 1.0'
  if (parameters.get('auth_key') !== key) return 'Unknown auth_key'
  if (!/^\d{1,12}$/.test(timestamp)) return 'auth_timestamp must be in seconds'
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > maxClockSkewSeconds)
    return `auth_timestamp is more than ${maxClockSkewSeconds} seconds off`
  const digest = parameters.get('body_md5')
  if (digest === null ? body.length > 0 : digest !== md5(body)) return 'body_md5 does not match'
  const candidates = candidateTexts(method, path, query)
  return candidates.some((text) => signatureMatches(secret, text, givenSignature))
    ? null
    : 'Invalid signature'
}

/** The texts that a client may have signed: the SDK signs unescaped paths and values, others escaped ones. */
function candidateTexts(method: string, path: string, query: string): string[] {
  const pairs = query.split('&').filter((pair) => pair !== '')
  const texts = [path, decodePart(path)].flatMap((signedPath) =>
    [pairs, pairs.map(decodePart)].map(
      (signedPairs) => `${method}\n${signedPath}\n${canonicalQuery(signedPairs)}`,
    ),
  )
  return [...new Set(texts)]
}

function canonicalQuery(pairs: string[]): string {
  const parsedPairs = pairs.map((pair): [string, string] => {
    const equals = pair.indexOf('=')
    return equals < 0 ? [pair, ''] : [pair.slice(0, equals).toLowerCase(), pair.slice(equals + 1)]
  })
  return parsedPairs
    .filter(([name]) => name !== 'auth_signature')
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
