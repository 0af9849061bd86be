import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from './free-port.ts'

const settingNames = 'lock_timeout,statement_timeout,idle_in_transaction_session_timeout'

/**
 * Starts pgbouncer in transaction mode in front of a server, with two server connections per database.
 *
 * @param ignoresSettings  accepts connections that ask for settings, but does not apply them
 * @returns its URL
 */
export async function startPgbouncer(
  t: { after(end: () => Promise<void>): void },
  serverUrl: string,
  { ignoresSettings = false } = {},
): Promise<string> {
  const { hostname, port, username, password } = new URL(serverUrl)
  const dir = await mkdtemp(join(tmpdir(), 'foyer-pgbouncer-'))
  // As root, pgbouncer changes to the user below.
  await chmod(dir, 0o755)
  const listenPort = await freePort()
  const credentials = `user=${username}${password && ` password=${password}`}`
  const settings = `
[databases]
* = host=${hostname} port=${port || 5432} ${credentials}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
${ignoresSettings ? `ignore_startup_parameters = ${settingNames}` : ''}
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`
  await writeFile(join(dir, 'pgbouncer.ini'), settings, { mode: 0o644 })
  const child = spawn('pgbouncer', [join(dir, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.after(async () => {
    await kill(child)
    await rm(dir, { recursive: true })
  })
  let output = ''
  for await (const chunk of child.stderr) if ((output += chunk).includes('process up')) break
  if (!output.includes('process up')) throw new Error(`pgbouncer did not start: ${output}`)
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${listenPort}`
  return url.href
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
