import { existsSync } from 'node:fs'

import { runCommand } from './run-command.ts'

/** Debian packages whose programs only tests start, each with a file that it installs. */
const packagesOfTests = {
  caddy: '/usr/bin/caddy',
  haproxy: '/usr/sbin/haproxy',
  libfaketime: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  nginx: '/usr/sbin/nginx',
  pgbouncer: '/usr/sbin/pgbouncer',
  strace: '/usr/bin/strace',
}

/** Packages can be installed as root, with apt. */
export const canInstallPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** @returns whether all of them are installed now */
export async function installPackages(names: string[]): Promise<boolean> {
  await runCommand('apt-get', ['update'])
  const options = ['install', '-y', '--no-install-recommends']
  // Otherwise Debian starts a service as soon as it is installed.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' }
  const { status, output } = await runCommand('apt-get', [...options, ...names], env)
  if (status !== 0) console.log(output)
  return status === 0
}

export async function installPackagesOfTests(): Promise<void> {
  const missing = Object.entries(packagesOfTests).filter(([, path]) => !existsSync(path))
  if (missing.length === 0 || !canInstallPackages) return
  const names = missing.map(([name]) => name)
  console.log(`Installing ${names.join(', ')} …`)
  await installPackages(names)
}
