import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ValidationError, AppError, TooManyRequests, Unavailable } from './errors.ts'

test('a refusal carries its status and a sentence that names no cause', () => {
  const refusal = new Unavailable({ cause: new Error('connect ECONNREFUSED 10.0.0.7:5432') })

  assert.equal(refusal.status, 503)
  assert.equal(refusal.retryAfterSeconds, 5)
  assert.equal(refusal.userMessage, 'This is taking a short break. Try again in a moment.')
  assert.equal(refusal.name, 'Unavailable')
})

test('every invalid field keeps its own sentence', () => {
  const refusal = new ValidationError({ email: 'Enter an address.', name: 'Enter a name.' })

  assert.deepEqual(Object.keys(refusal.fields), ['email', 'name'])
  assert.ok(refusal instanceof AppError)
})

test('who must wait is told how long, in minutes or hours when it is long', () => {
  assert.deepEqual(new TooManyRequests({ retryAfterSeconds: 90 }).userMessage, {
    count: 90,
    one: 'Too many tries. Try again in one second.',
    text: 'Too many tries. Try again in {count} seconds.',
  })
  assert.deepEqual(new TooManyRequests({ field: 'email', retryAfterSeconds: 91 }).userMessage, {
    count: 2,
    one: 'Too many tries. Try again in one minute.',
    text: 'Too many tries. Try again in {count} minutes.',
  })
  assert.deepEqual(new TooManyRequests({ retryAfterSeconds: 86_400 }).userMessage, {
    count: 24,
    one: 'Too many tries. Try again in one hour.',
    text: 'Too many tries. Try again in {count} hours.',
  })
})
