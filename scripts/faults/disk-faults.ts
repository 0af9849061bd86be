import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { LoadGenerator } from '#testing/load-generator.ts'
import { PostgresServer } from '#testing/postgres-server.ts'

import type { LoadFault, TestEnvironment } from './fault.ts'
import { hasProgram, isRoot } from './machine.ts'
import { percentile, probe, requireWithin } from './measure.ts'
import { uploadPhoto } from './upload-photo.ts'

const missingSmallDisk = () => (isRoot ? null : 'mounting a small disk needs root')
const missingStrace = () => (hasProgram('strace') ? null : 'strace is not installed')

const fullDisk: LoadFault = {
  id: 'F04',
  title: 'disk full for 2 s',
  on: 'sqlite',
  isShort: true,
  missing: missingSmallDisk,
  async prepare({ after }) {
    const disk = await mountSmallDisk(after, 24)
    return { STORAGE_DIR: disk, DATABASE_URL: `sqlite:${join(disk, 'foyer.sqlite')}` }
  },
  async inject({ settings, load }) {
    const emptyDisk = await fillDisk(settings.STORAGE_DIR)
    const before = load.acknowledged
    await sleep(2000)
    if (load.acknowledged > before + 200) throw new Error('The disk was not full.')
    await emptyDisk()
  },
}

function createFullPostgresDisk(): LoadFault {
  let disk: string
  let postgres: PostgresServer
  return {
    id: 'F04',
    title: 'disk of PostgreSQL full until changes fail',
    on: 'postgres',
    missing: missingSmallDisk,
    async prepare({ after }) {
      disk = await mountSmallDisk(after, 160)
      postgres = await PostgresServer.create({ after }, undefined, disk)
      await postgres.start()
      return { DATABASE_URL: postgres.url() }
    },
    async inject({ load, origin }) {
      const emptyDisk = await fillDisk(disk)
      await waitForFailure(load)
      await sleep(2000)
      const { status } = await fetch(`${origin}/up`)
      if (status !== 200) throw new Error(`/up answered ${status}`)
      await emptyDisk()
      // It stops by itself when there is no room for its own log; who runs it starts it again.
      if (postgres.hasExited) await postgres.start()
    },
  }
}

function createFullPhotoDisk(): LoadFault {
  let disk: string
  return {
    id: 'F05',
    title: 'disk of the photos full for 2 s',
    missing: missingSmallDisk,
    async prepare({ after, dialect }) {
      disk = await mountSmallDisk(after, 24)
      const folder = await mkdtemp(join(tmpdir(), 'foyer-database-'))
      after(() => rm(folder, { recursive: true, force: true }))
      const DATABASE_URL = `sqlite:${join(folder, 'foyer.sqlite')}`
      return { STORAGE_DIR: disk, ...(dialect === 'sqlite' && { DATABASE_URL }) }
    },
    async inject({ accounts: [account] }) {
      if (!account) throw new Error('No account')
      const statusOfUpload = async () => (await uploadPhoto(account)).status
      const photo = async () => {
        const page = await (await account.client.request('/user/profile')).text()
        const address = /\/photos\/[\w./-]+/.exec(page)?.[0]
        if (!address) throw new Error('The profile shows no photo.')
        return (await account.client.request(address)).status
      }
      const before = await statusOfUpload()
      const emptyDisk = await fillDisk(disk)
      const uploaded = await uploadPhoto(account)
      const sentence = await uploaded.text()
      const [shown] = [await photo(), await sleep(2000)]
      await emptyDisk()
      const statuses = [before, uploaded.status, shown, await statusOfUpload()].join()
      if (!/^200,(422|503),200,200$/.test(statuses) || /ENOSPC|\bat .+:\d+:\d+/.test(sentence))
        throw new Error(`Uploads and the photo answered ${statuses}: ${sentence.slice(0, 200)}`)
    },
  }
}

const failingDisk: LoadFault = {
  id: 'F06',
  title: 'EIO from fsync for 1.5 s',
  on: 'sqlite',
  isShort: true,
  missing: missingStrace,
  inject: ({ server }) => failFlushes([Number(server().child.pid)]),
}

const failingPostgresDisk: LoadFault = {
  id: 'F06',
  title: 'EIO from fsync of PostgreSQL for 1.5 s, which stops itself and is started again',
  on: 'postgres',
  missing: missingStrace,
  async inject({ postgres }) {
    await failFlushes(postgres?.pids() ?? [])
    await postgres?.stop()
    await postgres?.start()
  },
}

const lockedFile: LoadFault = {
  id: 'F07',
  title: 'database locked by another process for 4 s',
  on: 'sqlite',
  isShort: true,
  async inject({ settings, origin }) {
    const file = settings.DATABASE_URL.slice('sqlite:'.length)
    const script = `
      const { DatabaseSync } = require('node:sqlite')
      const db = new DatabaseSync(process.argv[1], { timeout: 5000 })
      db.exec('begin immediate')
      setTimeout(() => db.exec('rollback'), 4000)`
    const before = await probe(`${origin}/up`, sleep(2000))
    const holder = spawn(process.execPath, ['-e', script, file])
    const during = await probe(`${origin}/up`, once(holder, 'exit'))
    // Waiting for the lock inside SQLite would hold the event loop, and each of these, for seconds.
    const withoutFaultMs = percentile(before, 0.95)
    requireWithin('95 % of /up', percentile(during, 0.95), { limitMs: 50, withoutFaultMs })
  },
}

export const diskFaults: LoadFault[] = [
  fullDisk,
  createFullPostgresDisk(),
  createFullPhotoDisk(),
  failingDisk,
  failingPostgresDisk,
  lockedFile,
]

async function mountSmallDisk(after: TestEnvironment['after'], megabytes: number): Promise<string> {
  const disk = await mkdtemp(join(tmpdir(), 'foyer-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk])
  after(async () => {
    execFileSync('umount', ['--lazy', disk])
    await rm(disk, { recursive: true })
  })
  await chmod(disk, 0o755)
  return disk
}

/** @returns what makes room again */
async function fillDisk(disk: string): Promise<() => Promise<void>> {
  const filler = join(disk, 'filler')
  const { bavail, bsize } = await statfs(disk)
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {})
  return () => rm(filler)
}

async function waitForFailure(load: LoadGenerator): Promise<void> {
  const deadline = performance.now() + 60_000
  const errors = load.errors
  while (load.errors === errors) {
    if (performance.now() > deadline) throw new Error('The disk was not full.')
    await sleep(100)
  }
}

/** Makes flushes fail, for these processes, their threads and the processes that they start. */
async function failFlushes(pids: number[]): Promise<void> {
  const calls = 'fsync,fdatasync'
  const inject = [`trace=${calls}`, `inject=${calls}:error=EIO`].flatMap((rule) => ['-e', rule])
  const of = pids.flatMap((pid) => ['-p', String(pid)])
  const strace = spawn('strace', ['-f', ...of, '-o', '/dev/null', ...inject])
  await sleep(1500)
  await end(strace, 'SIGINT')
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}
