import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

import { median } from '#bench/format-table.ts'

export async function npmStartOptions(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  return String(scripts.start)
    .split(' ')
    .filter((word) => word.startsWith('--'))
}

/** @returns the median milliseconds from process start to the first page, with everything built and migrated */
export async function timeToFirstResponse(
  env: Record<string, string>,
  times: number,
): Promise<number> {
  const durations: number[] = []
  for (let time = 0; time < times; time++) durations.push(await startOnceMs(env))
  return median(durations)
}

async function startOnceMs(env: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...(await npmStartOptions()), 'scripts/start.js'], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  })
  const exit = once(child, 'exit')
  while (!(await isServing(`${env['APP_URL']}/login`))) {
    if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}`)
  }
  const durationMs = performance.now() - startedAt
  child.kill()
  await exit
  return durationMs
}

async function isServing(url: string): Promise<boolean> {
  const page = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => null)
  await page?.text()
  return page?.ok ?? new Promise((resolve) => setTimeout(resolve, 5, false))
}
