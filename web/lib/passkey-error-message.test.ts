import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTranslator } from '@foyer/i18n'
import { HttpNetworkError, HttpResponseError } from '@inertiajs/core'
import { WebAuthnError } from '@simplewebauthn/browser'

import { passkeyErrorMessage } from './passkey-error-message.ts'

const t = createTranslator(null, 'en')

function webAuthnError(name: string): WebAuthnError {
  const cause = new DOMException('', name)
  return new WebAuthnError({ message: '', code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', cause })
}

const errorResponse = (data: string) =>
  new HttpResponseError('', { status: 422, data, headers: {} })

test('says that nothing happened when the browser refuses, but not when another prompt took over (PKC-07)', () => {
  assert.equal(
    passkeyErrorMessage(t, webAuthnError('NotAllowedError')),
    "No passkey was used. It was cancelled, timed out or couldn't be found. Try again.",
  )
  assert.equal(passkeyErrorMessage(t, webAuthnError('AbortError')), null)
})

test('explains each device error and what to do (PKC-07)', () => {
  const names = ['InvalidStateError', 'SecurityError', 'NotSupportedError', 'ConstraintError']

  const messages = [...names, 'UnknownError'].map((name) =>
    passkeyErrorMessage(t, webAuthnError(name)),
  )

  assert.deepEqual(messages, [
    'This device already has a passkey for your account.',
    "Passkeys don't work at this address. Open the site at its own address.",
    "This device can't store a passkey. Set up its screen lock, or use another device.",
    "This device can't store a passkey. Set up its screen lock, or use another device.",
    "Your device couldn't do that. Try again, or use another device.",
  ])
})

test('shows the message of the server for a rejected passkey (PKC-06)', () => {
  const body = { message: 'First.', errors: { credential: ['Second.'] } }

  assert.equal(passkeyErrorMessage(t, errorResponse(JSON.stringify(body))), 'Second.')
  assert.equal(passkeyErrorMessage(t, errorResponse('{"message":"First."}')), 'First.')
  assert.equal(
    passkeyErrorMessage(t, errorResponse('<html>')),
    "That didn't work. Try again in a moment.",
  )
})

test('reports an unreachable server (PKC-06)', () => {
  const error = new HttpNetworkError('Network error', '/passkeys/login')

  assert.equal(passkeyErrorMessage(t, error), "We can't reach the server.")
})
