import canonicalize from 'canonicalize'

/**
 * Serializes a value to its only canonical JSON: sorted names, no whitespace, undefined values omitted.
 *
 * @see RFC 8785 (JSON Canonicalization Scheme)
 */
export function canonicalJson(value: object): string {
  try {
    return canonicalize(value) ?? ''
  } catch {
    // RFC 8785 rejects lone surrogates. Only an altered row contains one, and verification has to report it, not throw.
    return JSON.stringify(value)
  }
}
