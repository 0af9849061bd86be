import assert from 'node:assert/strict'
import { test } from 'node:test'

import { emailDomainProblem } from './email-domains.ts'

const open = { allowedEmailDomains: [], deniedEmailDomains: [], rejectsDisposableEmail: false }
const isAccepted = (rules: Partial<typeof open> | object) => (email: string) =>
  emailDomainProblem(email, { ...open, ...rules }) === null

test('an allowed domain is exact, and *. is every subdomain (BOT-05)', () => {
  const accepts = isAccepted({ allowedEmailDomains: ['example.com', '*.uni.example'] })

  assert.deepEqual(
    [
      'a@example.com',
      'a@EXAMPLE.com',
      'a@ｅxample.com',
      'a@x.uni.example',
      'a@x.y.uni.example',
    ].map(accepts),
    [true, true, true, true, true],
  )
  assert.deepEqual(
    ['a@x.example.com', 'a@badexample.com', 'a@uni.example', 'a@example.com.evil.org'].map(accepts),
    [false, false, false, false],
  )
})

test('a denied domain includes its subdomains, in any spelling (BOT-05)', () => {
  const accepts = isAccepted({ deniedEmailDomains: ['bücher.example'].map(toAscii) })

  assert.deepEqual(
    ['a@bücher.example', 'a@BÜCHER.example', 'a@xn--bcher-kva.example', 'a@x.bücher.example'].map(
      accepts,
    ),
    [false, false, false, false],
  )
  assert.deepEqual(['a@meinebücher.example', 'a@example'].map(accepts), [true, true])
})

test('disposable domains are rejected only by setting, and forwarding services never (BOT-05)', () => {
  const temporary = ['a@mailinator.com', 'a@x.mailinator.com', 'a@YOPMAIL.com']
  const lasting = ['a@gmail.com', 'a@duck.com', 'a@privaterelay.appleid.com', 'a@example.com']
  const accepts = isAccepted({ rejectsDisposableEmail: true })

  assert.deepEqual(temporary.map(isAccepted({})), [true, true, true])
  assert.deepEqual(temporary.map(accepts), [false, false, false])
  assert.deepEqual(lasting.map(accepts), [true, true, true, true])
})

function toAscii(domain: string): string {
  return new URL(`http://${domain}`).hostname
}
