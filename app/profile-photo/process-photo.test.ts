import assert from 'node:assert/strict'
import { test } from 'node:test'

import sharp from 'sharp'

import { ValidationError } from '#app/platform/errors.ts'

import { processPhoto } from './process-photo.ts'

test('on a machine without the library photos are refused in words, and nothing breaks', async () => {
  const missing = async () => null
  await assert.rejects(processPhoto(Buffer.alloc(9), null, missing), (error) => {
    assert.ok(error instanceof ValidationError)
    assert.match(String(error.fields['photo']), /cannot be changed here/)
    return true
  })
})

test('one picture is read at a time, so that a core is left for whoever signs in (R19)', async () => {
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

test('when very many wait already, the next is told to come back', async () => {
  const none = Buffer.from('not a picture')
  const tries = await Promise.allSettled(Array.from({ length: 60 }, () => processPhoto(none, null)))

  const reasons = tries.map((it) => (it.status === 'rejected' ? it.reason.status : 200))
  assert.deepEqual([...new Set(reasons)].toSorted(), [422, 503])
})

test('a picture that would unpack to more than 100 MB is refused before a pixel is read', async () => {
  const deep = await sharp({
    create: { width: 5000, height: 4000, channels: 4, background: '#123' },
  })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer()

  await assert.rejects(processPhoto(deep, null), (error) => {
    assert.ok(error instanceof ValidationError)
    assert.match(String(error.fields['photo']), /8 bits per colour/)
    return true
  })
})
