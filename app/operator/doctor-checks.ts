import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { breachedFault } from '#app/platform/breached-passwords.ts'
import { mailFolder } from '#app/platform/mail/mailbox.ts'
import { smtpTransport } from '#app/platform/mail/smtp-mailer.ts'

import type { Operation } from './command.ts'
import { type Finding, fine, problem, saidBy, warning } from './finding.ts'

export const checks: ((operation: Operation) => Promise<Finding>)[] = [
  storage,
  keyFile,
  checkpointKey,
  breachedPasswords,
  mail,
  disk,
]

async function storage({ config: { storageDir } }: Operation): Promise<Finding> {
  const about = 'storage'
  try {
    accessSync(storageDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return problem(about, `${storageDir} cannot be used by this user: ${saidBy(error)}`)
  }
  const found = statSync(storageDir)
  if (isForOthers(found)) {
    return problem(about, `Others can look into ${storageDir}. Run: chmod 700 ${storageDir}`)
  }
  const owner = process.getuid?.()
  return owner === undefined || owner === found.uid
    ? fine(about, `${storageDir} is its owner's alone.`)
    : warning(
        about,
        `${storageDir} belongs to another user. Run this as the user the server runs as.`,
      )
}

async function keyFile({ config: { appKeyFile } }: Operation): Promise<Finding> {
  const about = 'key file'
  if (!appKeyFile) return fine(about, 'APP_KEY comes from the environment.')
  return isForOthers(statSync(appKeyFile))
    ? problem(about, `Others can read ${appKeyFile}. Run: chmod 600 ${appKeyFile}`)
    : fine(about, `${appKeyFile} is its owner's alone. Keep a copy apart from the database's.`)
}

/** Who can read it can make checkpoints of records they have rewritten. */
async function checkpointKey({ config: { storageDir } }: Operation): Promise<Finding> {
  const about = 'checkpoint key'
  const path = join(storageDir, 'checkpoint.key')
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return fine(about, 'It is made with the first checkpoint of the records.')
  return isForOthers(found)
    ? problem(about, `Others can read ${path}. Run: chmod 600 ${path}`)
    : fine(about, `${path} is its owner's alone. Keep a copy apart from the database's.`)
}

/** While it cannot be searched, nobody can choose a password. */
async function breachedPasswords({ config: { breachedPasswords: file } }: Operation) {
  const about = 'stolen passwords'
  if (file === null) return fine(about, 'The most common passwords are refused, no others.')
  const fault = await breachedFault(file)
  return fault
    ? problem(about, `Nobody can choose a password: ${fault}`)
    : fine(about, `Those in ${file} are refused.`)
}

function isForOthers({ mode }: Stats): boolean {
  return (mode & 0o077) !== 0
}

const patienceMs = 5000

async function mail({ config: { mailUrl, env } }: Operation): Promise<Finding> {
  const about = 'mail'
  if (mailUrl.startsWith('file:')) {
    const folder = mailFolder(mailUrl)
    const says = `Mails are files in ${folder}; none leaves this machine.`
    return env === 'production' ? problem(about, says) : fine(about, says)
  }
  const { host } = new URL(mailUrl)
  const transport = smtpTransport(mailUrl, patienceMs)
  try {
    await transport.verify()
    return fine(about, `${host} answers and lets us in.`)
  } catch (error) {
    return problem(about, `${host} does not take our mail: ${saidBy(error)}`)
  } finally {
    transport.close()
  }
}

const megabyte = 1024 * 1024

async function disk({ config: { storageDir } }: Operation): Promise<Finding> {
  if (!existsSync(storageDir)) return problem('disk', `${storageDir} is not there.`)
  const { bavail, bsize, blocks } = await statfs(storageDir)
  const free = bavail * bsize
  const says = `${Math.floor(free / megabyte)} MB are free.`
  if (free < 100 * megabyte) return problem('disk', says)
  return free < 1024 * megabyte || bavail / blocks < 0.05
    ? warning('disk', says)
    : fine('disk', says)
}
