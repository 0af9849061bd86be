import assert from 'node:assert/strict'
import { test } from 'node:test'

import { spawnServer } from '#testing/spawn-server.ts'

test('a network can log twenty CSP reports a minute, across all its addresses (LOG-11)', async (t) => {
  const { origin, output, child, waitForExit } = await spawnServer(t, { TRUST_PROXY: '127.0.0.1' })

  for (let host = 1; host <= 30; host++) {
    await fetch(`${origin}/csp-report`, {
      method: 'POST',
      body: '{}',
      headers: {
        'content-type': 'application/csp-report',
        'x-forwarded-for': `2001:db8:1:2::${host}`,
      },
    })
  }
  child.kill('SIGTERM')
  await waitForExit()

  assert.equal(output().match(/content security policy/g)?.length, 20)
})
