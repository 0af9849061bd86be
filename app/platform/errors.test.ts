import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Invalid, Refusal, TooMany, Unavailable } from './errors.ts'

test('a refusal carries its status and a sentence that names no cause', () => {
  const refusal = new Unavailable({ cause: new Error('connect ECONNREFUSED 10.0.0.7:5432') })

  assert.equal(refusal.status, 503)
  assert.equal(refusal.retryAfterSeconds, 5)
  assert.equal(refusal.sentence, 'This is taking a short break. Try again in a moment.')
  assert.equal(refusal.name, 'Unavailable')
})

test('every invalid field keeps its own sentence', () => {
  const refusal = new Invalid({ email: 'Enter an address.', name: 'Enter a name.' })

  assert.deepEqual(Object.keys(refusal.fields), ['email', 'name'])
  assert.ok(refusal instanceof Refusal)
})

test('who must wait is told how long, in minutes or hours when it is long', () => {
  assert.deepEqual(new TooMany({ retryAfterSeconds: 90 }).sentence, {
    count: 90,
    one: 'Too many tries. Try again in one second.',
    text: 'Too many tries. Try again in {count} seconds.',
  })
  assert.deepEqual(new TooMany({ field: 'email', retryAfterSeconds: 91 }).sentence, {
    count: 2,
    one: 'Too many tries. Try again in one minute.',
    text: 'Too many tries. Try again in {count} minutes.',
  })
  assert.deepEqual(new TooMany({ retryAfterSeconds: 86_400 }).sentence, {
    count: 24,
    one: 'Too many tries. Try again in one hour.',
    text: 'Too many tries. Try again in {count} hours.',
  })
})
