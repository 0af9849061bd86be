import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hasForbiddenCharacters, nameProblem, normalizeName } from './name-rules.ts'

const accepted = [
  'Ada',
  'Ada Lovelace',
  "Siobhán O'Brien-Smith",
  'José',
  '李小龍',
  'محمد',
  'می\u200Cترا',
  'अक्\u200Dष',
  '👩🏽\u200D🚀 Ada ❤\uFE0F',
  'Dr. J.R.R. Tolkien',
  '<b>&"\'</b>',
  '{{7*7}} %s ${1}',
  'x'.repeat(255),
  '👍'.repeat(255),
]

for (const name of accepted) {
  test(`accepts the name ${name.slice(0, 30)} (REG-07)`, () => {
    assert.equal(nameProblem(normalizeName(name)), null)
  })
}

const rejected: [string, string][] = [
  ['nothing', ''],
  ['only spaces', '   '],
  ['256 characters', 'x'.repeat(256)],
  ['NUL', 'Ada\0'],
  ['a line break', 'Ada\nBcc: eve@example.com'],
  ['a C1 control', 'Ada\u0085Eve'],
  ['a line separator', 'Ada\u2028Eve'],
  ['half a surrogate pair', 'Ada\uD800'],
  ['a right-to-left override', 'Ada\u202Egnp'],
  ['a direction mark', 'Ada\u200F'],
  ['an isolate', '\u2066Ada\u2069'],
  ['a zero-width space', 'A\u200Bda'],
  ['a joiner between Latin letters', 'A\u200Dda'],
  ['nothing but zero width', '\u200B\u200B'],
  ['a soft hyphen', 'A\u00ADda'],
  ['a Hangul filler', '\u3164'],
  ['invisible tags', 'Ada\u{E0041}'],
  ['an escape sequence', 'Ada\u001B[31m'],
  ['a URL', 'Win at https://evil.example'],
  ['a www host', 'www.evil.example'],
]

for (const [what, name] of rejected) {
  test(`rejects a name with ${what} (REG-07)`, () => {
    assert.notEqual(nameProblem(normalizeName(name)), null)
  })
}

test('a name is normalized to NFC with single spaces', () => {
  assert.equal(normalizeName('  Jose\u0301   Garci\u0301a '), 'José García')
})

test('plain text in any script has no forbidden characters', () => {
  assert.ok(!hasForbiddenCharacters('Ωραία, ¿qué tal? 你好 — ok'))
})
