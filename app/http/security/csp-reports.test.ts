import assert from 'node:assert/strict'
import { test } from 'node:test'

import { spawnServer } from '#testing/spawn-server.ts'

test('a network that reports all the time writes twenty lines a minute, whatever its addresses (LOG-11)', async (t) => {
  const {
    origin,
    output,
    child,
    waitForExit: ended,
  } = await spawnServer(t, { TRUST_PROXY: '127.0.0.1' })

  for (let at = 1; at <= 30; at++) {
    await fetch(`${origin}/csp-report`, {
      method: 'POST',
      body: '{}',
      headers: {
        'content-type': 'application/csp-report',
        'x-forwarded-for': `2001:db8:1:2::${at}`,
      },
    })
  }
  child.kill('SIGTERM')
  await ended()

  assert.equal(output().match(/content security policy/g)?.length, 20)
})
