import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import { keyring } from '#app/platform/keys.ts'
import { oneWinnerEach } from '#testing/one-winner.ts'

import { newChallenge, useUp } from './challenges.ts'

const keys = keyring({ current: randomBytes(32), previous: [] })
const use = { purpose: 'login', browser: 'a browser', userId: null } as const
const now = 1_700_000_000_000

test('one winner in ten thousand rounds: of two processes that take answers to one passkey challenge, one does (PKY-02)', async (t) => {
  await oneWinnerEach<string>(t, 10_000, {
    make: async (_, count) => Array.from({ length: count }, () => newChallenge(keys, use, now)),
    use: (db, challenge) => useUp(db, challenge, now),
  })
})
