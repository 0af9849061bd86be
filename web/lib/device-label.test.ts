import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTranslator } from '@foyer/i18n'

import { eventDeviceLabel } from './device-label.ts'

const t = createTranslator(null, 'en')
const chrome = { browser: 'Chrome', platform: 'macOS', isPhone: false, ip: null, country: 'DE' }

test('an event names its device and country, or says why it has none', () => {
  const labelOf = (device: typeof chrome | null, isDeviceErased: boolean) =>
    eventDeviceLabel(t, { device, isDeviceErased })

  assert.equal(labelOf(chrome, false), 'Chrome on macOS, Germany')
  assert.equal(labelOf(null, true), 'Device details erased')
  assert.equal(labelOf(null, false), 'Automatic')
})
