import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { LoadFault, TestEnvironment } from './fault.ts'
import { hasProgram, isRoot } from './machine.ts'

const fullDisk: LoadFault = {
  id: 'F04',
  title: 'disk full for 2 s',
  on: 'sqlite',
  isShort: true,
  missing: () => (isRoot ? null : 'mounting a small disk needs root'),
  async prepare({ after }) {
    const disk = await mkdtemp(join(tmpdir(), 'foyer-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk])
    after(async () => {
      execFileSync('umount', ['--lazy', disk])
      await rm(disk, { recursive: true })
    })
    return { STORAGE_DIR: disk, DATABASE_URL: `sqlite:${join(disk, 'foyer.sqlite')}` }
  },
  async inject({ settings, load }) {
    const filler = join(settings.STORAGE_DIR, 'filler')
    const { bavail, bsize } = await statfs(settings.STORAGE_DIR)
    await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {})
    const before = load.acknowledged
    await sleep(2000)
    if (load.acknowledged > before + 200) throw new Error('The disk was not full.')
    await rm(filler)
  },
}

const failingDisk: LoadFault = {
  id: 'F06',
  title: 'EIO from fsync for 1.5 s',
  on: 'sqlite',
  isShort: true,
  missing: () => (hasProgram('strace') ? null : 'strace is not installed'),
  async inject({ server }) {
    const calls = 'fsync,fdatasync'
    const inject = [`trace=${calls}`, `inject=${calls}:error=EIO`].flatMap((rule) => ['-e', rule])
    const pid = String(server().child.pid)
    const strace = spawn('strace', ['-f', '-p', pid, '-o', '/dev/null', ...inject])
    await sleep(1500)
    await end(strace, 'SIGINT')
  },
}

const lockedFile: LoadFault = {
  id: 'F07',
  title: 'database locked by another process for 4 s',
  on: 'sqlite',
  isShort: true,
  async inject(environment) {
    const file = environment.settings.DATABASE_URL.slice('sqlite:'.length)
    const script = `
      const { DatabaseSync } = require('node:sqlite')
      const db = new DatabaseSync(process.argv[1], { timeout: 5000 })
      db.exec('begin immediate')
      setTimeout(() => db.exec('rollback'), 4000)`
    const holder = spawn(process.execPath, ['-e', script, file])
    const slowestMs = await slowestAnswer(environment, holder)
    if (slowestMs > 500) throw new Error(`/up waited ${Math.round(slowestMs)} ms`)
  },
}

export const diskFaults: LoadFault[] = [fullDisk, failingDisk, lockedFile]

/** Asks `/up` until a process has ended. */
async function slowestAnswer({ origin }: TestEnvironment, during: ChildProcess): Promise<number> {
  let slowestMs = 0
  while (during.exitCode === null) {
    const startedAt = performance.now()
    await fetch(`${origin}/up`)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    await sleep(20)
  }
  return slowestMs
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}
