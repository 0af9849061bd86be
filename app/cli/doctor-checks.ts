import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { breachFileProblem } from '#app/platform/auth/breached-passwords.ts'
import { mailFolder } from '#app/platform/mail/dev-mailbox.ts'
import { smtpTransport } from '#app/platform/mail/smtp-mailer.ts'

import type { Invocation } from './command.ts'
import { type Finding, ok, problem, errorText, warning } from './finding.ts'

export const checks: ((invocation: Invocation) => Promise<Finding>)[] = [
  checkStorage,
  checkKeyFile,
  checkCheckpointKey,
  checkBreachedPasswords,
  checkMail,
  checkDisk,
]

async function checkStorage({ config: { storageDir } }: Invocation): Promise<Finding> {
  const about = 'storage'
  try {
    accessSync(storageDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return problem(about, `${storageDir} cannot be used by this user: ${errorText(error)}`)
  }
  const stats = statSync(storageDir)
  if (isAccessibleToOthers(stats)) {
    return problem(about, `Others can look into ${storageDir}. Run: chmod 700 ${storageDir}`)
  }
  const owner = process.getuid?.()
  return owner === undefined || owner === stats.uid
    ? ok(about, `${storageDir} is its owner's alone.`)
    : warning(
        about,
        `${storageDir} belongs to another user. Run this as the user the server runs as.`,
      )
}

async function checkKeyFile({ config: { appKeyFile } }: Invocation): Promise<Finding> {
  const about = 'key file'
  if (!appKeyFile) return ok(about, 'APP_KEY comes from the environment.')
  return isAccessibleToOthers(statSync(appKeyFile))
    ? problem(about, `Others can read ${appKeyFile}. Run: chmod 600 ${appKeyFile}`)
    : ok(about, `${appKeyFile} is its owner's alone. Keep a copy apart from the database's.`)
}

/** Who can read it can make checkpoints of records they have rewritten. */
async function checkCheckpointKey({ config: { storageDir } }: Invocation): Promise<Finding> {
  const about = 'checkpoint key'
  const path = join(storageDir, 'checkpoint.key')
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return ok(about, 'It is made with the first checkpoint of the records.')
  return isAccessibleToOthers(stats)
    ? problem(about, `Others can read ${path}. Run: chmod 600 ${path}`)
    : ok(about, `${path} is its owner's alone. Keep a copy apart from the database's.`)
}

/** While it cannot be searched, nobody can choose a password. */
async function checkBreachedPasswords({ config: { breachedPasswords: file } }: Invocation) {
  const about = 'stolen passwords'
  if (file === null) return ok(about, 'The most common passwords are refused, no others.')
  const fault = await breachFileProblem(file)
  return fault
    ? problem(about, `Nobody can choose a password: ${fault}`)
    : ok(about, `Those in ${file} are refused.`)
}

function isAccessibleToOthers({ mode }: Stats): boolean {
  return (mode & 0o077) !== 0
}

const smtpTimeoutMs = 5000

async function checkMail({ config: { mailUrl, env } }: Invocation): Promise<Finding> {
  const about = 'mail'
  if (mailUrl.startsWith('file:')) {
    const folder = mailFolder(mailUrl)
    const message = `Mails are files in ${folder}; none leaves this machine.`
    return env === 'production' ? problem(about, message) : ok(about, message)
  }
  const { host } = new URL(mailUrl)
  const transport = smtpTransport(mailUrl, smtpTimeoutMs)
  try {
    await transport.verify()
    return ok(about, `${host} answers and lets us in.`)
  } catch (error) {
    return problem(about, `${host} does not take our mail: ${errorText(error)}`)
  } finally {
    transport.close()
  }
}

const megabyte = 1024 * 1024

async function checkDisk({ config: { storageDir } }: Invocation): Promise<Finding> {
  if (!existsSync(storageDir)) return problem('disk', `${storageDir} is not there.`)
  const { bavail, bsize, blocks } = await statfs(storageDir)
  const free = bavail * bsize
  const message = `${Math.floor(free / megabyte)} MB are free.`
  if (free < 100 * megabyte) return problem('disk', message)
  return free < 1024 * megabyte || bavail / blocks < 0.05
    ? warning('disk', message)
    : ok('disk', message)
}
