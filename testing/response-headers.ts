import assert from 'node:assert/strict'

type Headers = Record<string, unknown>

export function assertNotFrameable(headers: Headers): void {
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
}

/** Isolated from windows and scripts of other origins. */
export function assertIsolated(headers: Headers): void {
  assert.partialDeepStrictEqual(headers, {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  assert.ok(!Object.keys(headers).some((name) => name.startsWith('access-control-')))
}
