import assert from 'node:assert/strict'
import { test } from 'node:test'

import sharp from 'sharp'

import { ValidationError } from '#app/platform/errors.ts'

import { processPhoto } from './process-photo.ts'

test('without the sharp library, uploads are rejected with a message', async () => {
  const missing = async () => null
  await assert.rejects(processPhoto(Buffer.alloc(9), null, missing), (error) => {
    assert.ok(error instanceof ValidationError)
    assert.match(String(error.fields['photo']), /can't be changed right now/)
    return true
  })
})

test('decodes one image at a time, to leave a core for sign-ins (R19)', async () => {
  const large = await sharp({
    create: { width: 1500, height: 1500, channels: 3, background: '#123' },
  })
    .png()
    .toBuffer()
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, sharp.counters().process)), 1)

  await Promise.all(Array.from({ length: 6 }, () => processPhoto(large, null)))

  clearInterval(watch)
  assert.equal(most, 1)
})

test('rejects uploads when the queue is full', async () => {
  const none = Buffer.from('not a picture')
  const tries = await Promise.allSettled(Array.from({ length: 60 }, () => processPhoto(none, null)))

  const reasons = tries.map((it) => (it.status === 'rejected' ? it.reason.status : 200))
  assert.deepEqual([...new Set(reasons)].toSorted(), [422, 503])
})

test('rejects an image over 100 MB decoded before reading a pixel', async () => {
  const deep = await sharp({
    create: { width: 5000, height: 4000, channels: 4, background: '#123' },
  })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer()

  await assert.rejects(processPhoto(deep, null), (error) => {
    assert.ok(error instanceof ValidationError)
    assert.match(String(error.fields['photo']), /8 bits per color/)
    return true
  })
})
