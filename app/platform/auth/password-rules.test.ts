import assert from 'node:assert/strict'
import { test } from 'node:test'

import { passwordProblem } from './password-rules.ts'

const ada = {
  passwordMinLength: 12,
  appName: 'Foyer',
  breachedPasswords: null,
  pwnedPasswordsUrl: null,
  log: { warn() {} },
  name: 'Ada Lovelace',
  email: 'ada.byron@engine.example',
}

const accepted = [
  'correct horse battery staple',
  'seven tiny boats at dawn',
  'ÿ 長い合言葉です、はい。',
  'kX9#qLm2$vTz',
  '👍🎈🐙🚲🥕🌂🧦🪁🫖🧭🪴🛶',
  'were you there at noon',
]

for (const password of accepted) {
  test(`accepts ${password}`, async () => {
    assert.equal(await passwordProblem(password, ada), null)
  })
}

const rejected: [string, string, RegExp][] = [
  ['eleven characters', 'kX9#qLm2$vT', /at least/],
  ['six emoji that are twelve code units', '👍🎈🐙🚲🥕🌂', /at least/],
  ['more than 1,024 characters', 'ab c'.repeat(257), /shorter/],
  ['half a surrogate pair', 'kX9#qLm2$vTz\uD800', /you can type/],
  ['the address', 'ada.byron@engine.example', /your name/],
  ['the address in capitals', 'ADA.BYRON@ENGINE.EXAMPLE!', /your name/],
  ['a part of the address', 'xx-byron-99-zz', /your name/],
  ['a part of the name', 'lovelace-in-1815', /your name/],
  ['the name of the product', 'my foyer and me', /your name/],
  ['one character', 'aaaaaaaaaaaa', /repeat/],
  ['a piece over and over', 'abcabcabcabcab', /repeat/],
  ['a word twice', 'dragondragon', /repeat/],
  ['a word of the list', 'motherfucker', /too common/],
  ['the same in capitals', 'Administrator', /too common/],
  ['the same backwards', 'rotartsinimda', /too common/],
  ['a word with a year', 'Baseball2024!', /too common/],
  ['a word in disguise', 'P@55w0rd1234', /too common/],
  ['a row of the keyboard', 'qwertyuiop[]', /too common/],
  ['two rows of the keyboard', 'asdfghjklzxcvb', /too common/],
  ['counting', '1234567890123', /too common/],
  ['counting down', '9876543210987', /too common/],
  ['the alphabet', 'abcdefghijkl', /too common/],
]

for (const [what, password, message] of rejected) {
  test(`rejects ${what}`, async () => {
    const problem = await passwordProblem(password, ada)

    assert.match(typeof problem === 'string' ? problem : (problem?.text ?? ''), message)
  })
}

test('a name of three letters is allowed in the password', async () => {
  assert.equal(await passwordProblem('parade of adamant cats', ada), null)
})
