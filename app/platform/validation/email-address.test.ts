import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { emailKey, parseEmail } from './email-address.ts'

const same: [string, string][] = [
  ['Ada@Example.COM', 'ada@example.com'],
  ['  ada@example.com ', 'ada@example.com'],
  ['ada@example.com.', 'ada@example.com'],
  ['Ａda@ｅxample.com', 'ada@example.com'],
  ['ada＠example.com', 'ada@example.com'],
  ['ﬁ@example.com', 'fi@example.com'],
  ['É@example.com', 'é@example.com'],
  ['e\u0301@example.com', 'é@example.com'],
  ['ΑΣ@example.com', 'ας@example.com'],
  ['İ@example.com', 'i\u0307@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
]

for (const [one, other] of same) {
  test(`${one.trim()} and ${other} are the same address (REG-03)`, () => {
    assert.equal(emailKey(one), emailKey(other))
    assert.equal(parseEmail(one)?.key, emailKey(other))
  })
}

const different: [string, string][] = [
  ['ada+news@example.com', 'ada@example.com'],
  ['a.da@example.com', 'ada@example.com'],
  ['ada@mail.example.com', 'ada@example.com'],
  ['straße@example.com', 'strasse@example.com'],
  ['İ@example.com', 'i@example.com'],
]

for (const [one, other] of different) {
  test(`${one} and ${other} are different addresses (REG-03)`, () => {
    assert.notEqual(emailKey(one), emailKey(other))
  })
}

test('the address for sending mail keeps its spelling', () => {
  assert.deepEqual(parseEmail(' Ada.Lovelace+x@Example.com '), {
    email: 'Ada.Lovelace+x@Example.com',
    key: 'ada.lovelace+x@example.com',
  })
})

const rejected: [string, string][] = [
  ['nothing', ''],
  ['no at sign', 'ada.example.com'],
  ['two at signs', 'ada@eve@example.com'],
  ['an at sign that appears when normalised', 'ada@eve＠example.com'],
  ['no local part', '@example.com'],
  ['no host', 'ada@'],
  ['a host without a dot', 'ada@localhost'],
  ['a host that is a number', 'ada@127.0.0.1'],
  ['a host in brackets', 'ada@[127.0.0.1]'],
  ['a hyphen at an end', 'ada@-example.com'],
  ['an empty label', 'ada@example..com'],
  ['a space', 'a da@example.com'],
  ['a list', 'ada@example.com,eve@example.com'],
  ['a name around it', 'Ada <ada@example.com>'],
  ['quotes', '"ada lovelace"@example.com'],
  ['a dot at the end of the local part', 'ada.@example.com'],
  ['two dots together', 'a..da@example.com'],
  ['a local part of 65 bytes', `${'a'.repeat(65)}@example.com`],
  ['255 bytes', `ada@${'a.'.repeat(123)}examp`],
  ['a label of 64', `ada@${'a'.repeat(64)}.com`],
  ['NUL', 'ada\0@example.com'],
  ['a header', 'ada@example.com\r\nBcc: eve@example.com'],
  ['a line break at the end', 'ada@example.com\n'],
  ['half a surrogate pair', 'ada\uDC00@example.com'],
  ['a right-to-left override', 'ada\u202E@example.com'],
  ['a zero-width space', 'a\u200Bda@example.com'],
]

for (const [what, input] of rejected) {
  test(`rejects an address with ${what} (REG-06)`, () => {
    assert.equal(parseEmail(input), null)
  })
}

test('accepts an address of maximum length', () => {
  const input = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`

  assert.equal(input.length, 254)
  assert.equal(parseEmail(input)?.key, input)
})

test('rejects a hundred thousand characters without scanning them (REG-06)', () => {
  const before = process.cpuUsage()

  const results = ['@', 'a@', 'a.', 'é', ' '].map((text) => parseEmail(text.repeat(100_000)))

  assert.ok(process.cpuUsage(before).user < 1_000_000)
  assert.ok(results.every((result) => result === null))
})

test('emailKey is idempotent for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.domain(), (local, host) => {
      const key = emailKey(`${local}@${host}`)
      assert.equal(emailKey(key), key)
    }),
  )
})

test('rejects hosts that a URL parser would read differently', () => {
  const hosts = [
    'example.com?.evil.example',
    'example.com#.evil.example',
    'example.com/.evil.example',
    'example.com\\.evil.example',
    'example.com/../',
    'ex%61mple.com',
    'example.com:25',
    'example.com／.evil.example',
  ]

  assert.deepEqual(
    hosts.filter((host) => parseEmail(`x@${host}`) !== null),
    [],
  )
  assert.notEqual(emailKey('x@example.com?.evil.example'), 'x@example.com')
})

test('a NUL does not change the key of an address', () => {
  assert.equal(emailKey('a\0da@example.com\0'), 'ada@example.com')
})

test('a URL parser reads the same host from every accepted address (1.5.3)', () => {
  const marks = [
    '.',
    '-',
    '%',
    '/',
    '\\',
    '#',
    '?',
    ':',
    '[',
    ']',
    '。',
    '．',
    '｡',
    '／',
    '％',
    '\t',
  ]
  const letters = [
    'a',
    'Z',
    '0',
    '١',
    'é',
    'ß',
    'ς',
    'İ',
    'ﬁ',
    '①',
    'xn--',
    'xn--a',
    '\u00ad',
    '\u200d',
  ]
  const host = fc.oneof(
    fc.domain(),
    fc.array(fc.constantFrom(...marks, ...letters), { maxLength: 8 }).map((it) => it.join('')),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  let accepted = 0
  fc.assert(
    fc.property(host, (input) => {
      const parsed = parseEmail(`ada@${input}.example`)
      if (!parsed) return
      accepted++
      const [, mailHost = ''] = parsed.email.split('@')
      assert.equal(new URL(`http://${mailHost}`).hostname, parsed.key.replace('ada@', ''))
    }),
    { numRuns: 5000 },
  )
  assert.ok(accepted > 500, `only ${accepted} were accepted`)
})
