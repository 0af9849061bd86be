import { setTimeout as sleep } from 'node:timers/promises'

import sharp from 'sharp'

import { HttpClient } from '#testing/http-client.ts'

import type { LoadFault } from './fault.ts'
import { metric, requireWithin } from './measure.ts'
import { uploadPhoto } from './upload-photo.ts'

const eventLoopDelay = 'nodejs_eventloop_delay_seconds'

export const manySignIns: LoadFault = {
  id: 'F24',
  title: '60 wrong sign-ins and 4 uploads at once: the event loop goes on',
  async inject({ origin, accounts }) {
    const photo = await largePhoto()
    await metric(origin, eventLoopDelay)
    await sleep(2000)
    const withoutFaultMs = 1000 * (await metric(origin, eventLoopDelay))
    const uploads = accounts.slice(0, 4).map(async (account) => {
      const { status } = await uploadPhoto(account, photo)
      if (status !== 200) throw new Error(`An upload answered ${status}`)
    })
    const guesses = Array.from({ length: 60 }, (_, index) => guessPassword(origin, index))
    await Promise.all([...uploads, ...guesses])
    const delayMs = 1000 * (await metric(origin, eventLoopDelay))
    // The histogram samples every 20 ms, and counts them.
    requireWithin('99 % of the turns of the event loop', delayMs, { limitMs: 70, withoutFaultMs })
  },
}

async function guessPassword(origin: string, index: number): Promise<void> {
  const client = new HttpClient(origin)
  await client.request('/login')
  const { status } = await client.request('/login', {
    method: 'POST',
    headers: { accept: 'application/json', 'x-forwarded-for': `10.2.0.${index}` },
    body: { email: `nobody${index}@example.com`, password: 'a wrong guess' },
  })
  if (![422, 429, 503].includes(status)) throw new Error(`A wrong sign-in answered ${status}`)
}

function largePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'red', noise } })
    .png()
    .toBuffer()
}
