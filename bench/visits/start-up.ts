import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

import { median } from '#bench/table.ts'

/** What `npm start` tells Node. */
export async function startOptions(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  return String(scripts.start)
    .split(' ')
    .filter((word) => word.startsWith('--'))
}

/** @returns milliseconds from starting the server, with everything built and migrated, to its first page: the median of several */
export async function timeToFirstAnswer(
  env: Record<string, string>,
  times: number,
): Promise<number> {
  const found: number[] = []
  for (let time = 0; time < times; time++) found.push(await startOnce(env))
  return median(found)
}

async function startOnce(env: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...(await startOptions()), 'scripts/start.js'], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  })
  const exit = once(child, 'exit')
  while (!(await isUp(`${env['APP_URL']}/login`))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
  }
  const took = performance.now() - startedAt
  child.kill()
  await exit
  return took
}

async function isUp(url: string): Promise<boolean> {
  const page = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => null)
  await page?.text()
  return page?.ok ?? new Promise((resolve) => setTimeout(resolve, 5, false))
}
