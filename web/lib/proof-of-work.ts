import { route } from '#web/route.ts'

import type { Work } from './proof-of-work.worker.ts'

/** Solves one piece of work. Empty when this browser cannot, which the server allows now and then. */
export async function proofOfWork(): Promise<string> {
  try {
    const response = await fetch(route('challenge.show'), {
      headers: { accept: 'application/json' },
    })
    const work: Work = await response.json()
    const number = await solve(work)
    return number === null ? '' : btoa(JSON.stringify({ ...work, number }))
  } catch {
    return ''
  }
}

function solve(work: Work): Promise<number | null> {
  const worker = new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), {
    type: 'module',
  })
  return new Promise<number | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data))
    worker.addEventListener('error', reject)
    worker.postMessage(work, [])
  }).finally(() => worker.terminate())
}
