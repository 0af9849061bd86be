import canonicalize from 'canonicalize'

/**
 * A value as JSON in exactly one way, whoever writes it: names in order, no space, what is undefined left out.
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
