import assert from 'node:assert/strict'
import { test } from 'node:test'

import { addPlatformPackages } from './complete-lockfile.ts'

const bundler = {
  dev: true,
  optionalDependencies: {
    '@x/y-darwin-arm64': '1.2.3',
    '@x/y-linux-x64-gnu': '1.2.3',
    '@x/y-wasm32-wasi': '1.2.3',
    'faster-hash': '^2.0.0',
  },
}
const partialLock = {
  packages: {
    'node_modules/bundler': bundler,
    'node_modules/@x/y-linux-x64-gnu': { version: '1.2.3', optional: true },
  },
}

test('only platform packages missing from the registry are added', () => {
  const { lock, added } = addPlatformPackages(partialLock)

  assert.deepEqual(added, ['@x/y-darwin-arm64', '@x/y-wasm32-wasi'])
  assert.deepEqual(lock.packages['node_modules/@x/y-darwin-arm64'], {
    version: '1.2.3',
    dev: true,
    optional: true,
    cpu: ['arm64'],
    os: ['darwin'],
  })
  assert.deepEqual(lock.packages['node_modules/@x/y-wasm32-wasi']?.cpu, ['wasm32'])
})

test('a complete lock is unchanged', () => {
  const { lock } = addPlatformPackages(partialLock)
  assert.deepEqual(addPlatformPackages(lock), { lock, added: [] })
})
