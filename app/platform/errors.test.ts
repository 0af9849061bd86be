import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ValidationError, AppError, TooManyRequests, Unavailable } from './errors.ts'

test('an error has a status and a user message that does not reveal the cause', () => {
  const error = new Unavailable({ cause: new Error('connect ECONNREFUSED 10.0.0.7:5432') })

  assert.equal(error.status, 503)
  assert.equal(error.retryAfterSeconds, 5)
  assert.equal(error.userMessage, 'Temporarily unavailable. Try again in a moment.')
  assert.equal(error.name, 'Unavailable')
})

test('a validation error has one message per invalid field', () => {
  const error = new ValidationError({ email: 'Enter an address.', name: 'Enter a name.' })

  assert.deepEqual(Object.keys(error.fields), ['email', 'name'])
  assert.ok(error instanceof AppError)
})

test('a rate limit message gives the wait in seconds, minutes or hours', () => {
  assert.deepEqual(new TooManyRequests({ retryAfterSeconds: 90 }).userMessage, {
    count: 90,
    one: 'Too many attempts. Try again in one second.',
    text: 'Too many attempts. Try again in {count} seconds.',
  })
  assert.deepEqual(new TooManyRequests({ field: 'email', retryAfterSeconds: 91 }).userMessage, {
    count: 2,
    one: 'Too many attempts. Try again in one minute.',
    text: 'Too many attempts. Try again in {count} minutes.',
  })
  assert.deepEqual(new TooManyRequests({ retryAfterSeconds: 86_400 }).userMessage, {
    count: 24,
    one: 'Too many attempts. Try again in one hour.',
    text: 'Too many attempts. Try again in {count} hours.',
  })
})
