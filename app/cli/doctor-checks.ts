import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { breachFileProblem } from '#app/platform/auth/breached-passwords.ts'
import { createFileStore } from '#app/platform/files/file-store.ts'
import { mailFolder } from '#app/platform/mail/dev-mailbox.ts'
import { smtpTransport } from '#app/platform/mail/smtp-mailer.ts'

import { type CheckResult, ok, problem, errorText, warning } from './check-result.ts'
import type { Invocation } from './command.ts'

export const checks: ((invocation: Invocation) => Promise<CheckResult>)[] = [
  checkStorage,
  checkBucket,
  checkKeyFile,
  checkCheckpointKey,
  checkBreachedPasswords,
  checkMail,
  checkSecurityContact,
  checkDisk,
]

async function checkStorage({ config: { storageDir } }: Invocation): Promise<CheckResult> {
  const about = 'storage'
  try {
    accessSync(storageDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return problem(about, `This user cannot access ${storageDir}: ${errorText(error)}`)
  }
  const stats = statSync(storageDir)
  if (isAccessibleToOthers(stats)) {
    return problem(about, `Other users can access ${storageDir}. Run: chmod 700 ${storageDir}`)
  }
  const owner = process.getuid?.()
  return owner === undefined || owner === stats.uid
    ? ok(about, `Only its owner can access ${storageDir}.`)
    : warning(about, `${storageDir} belongs to another user. Run the command as the server's user.`)
}

async function checkBucket({ config }: Invocation): Promise<CheckResult> {
  const about = 'photos and exports'
  const { bucket } = config
  if (!bucket) return ok(about, 'They are stored in the storage folder.')
  const found = await (await createFileStore(config)).problem()
  return found
    ? problem(about, `STORAGE_URL cannot be used: ${found.message}`)
    : ok(about, `${bucket.endpoint.host} lists the bucket ${bucket.name}.`)
}

async function checkKeyFile({ config: { appKeyFile } }: Invocation): Promise<CheckResult> {
  const about = 'key file'
  if (!appKeyFile) return ok(about, 'APP_KEY comes from the environment.')
  return isAccessibleToOthers(statSync(appKeyFile))
    ? problem(about, `Other users can read ${appKeyFile}. Run: chmod 600 ${appKeyFile}`)
    : ok(about, `Only its owner can read ${appKeyFile}. Keep a copy apart from database backups.`)
}

/** Anyone who can read it can sign checkpoints of rewritten event logs. */
async function checkCheckpointKey({ config: { storageDir } }: Invocation): Promise<CheckResult> {
  const about = 'checkpoint key'
  const path = join(storageDir, 'checkpoint.key')
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return ok(about, 'The first checkpoint creates it.')
  return isAccessibleToOthers(stats)
    ? problem(about, `Other users can read ${path}. Run: chmod 600 ${path}`)
    : ok(about, `Only its owner can read ${path}. Keep a copy apart from database backups.`)
}

/** Setting a password fails while the file cannot be searched. */
async function checkBreachedPasswords({ config: { breachedPasswords: file } }: Invocation) {
  const about = 'stolen passwords'
  if (file === null) return ok(about, 'Only the most common passwords are rejected.')
  const reason = await breachFileProblem(file)
  return reason
    ? problem(about, `Nobody can set a password: ${reason}`)
    : ok(about, `Passwords in ${file} are rejected.`)
}

function isAccessibleToOthers({ mode }: Stats): boolean {
  return (mode & 0o077) !== 0
}

const smtpTimeoutMs = 5000

async function checkMail({ config: { mailUrl, env } }: Invocation): Promise<CheckResult> {
  const about = 'mail'
  if (mailUrl.startsWith('file:')) {
    const folder = mailFolder(mailUrl)
    const message = `Emails are written to files in ${folder} and not sent.`
    return env === 'production' ? problem(about, message) : ok(about, message)
  }
  const { host } = new URL(mailUrl)
  const transport = smtpTransport(mailUrl, smtpTimeoutMs)
  try {
    await transport.verify()
    return ok(about, `${host} responds and accepts the credentials.`)
  } catch (error) {
    return problem(about, `${host} does not accept mail: ${errorText(error)}`)
  } finally {
    transport.close()
  }
}

/** Nobody can tell whether a mailbox is read, but that of the sender usually is not. */
async function checkSecurityContact({ config }: Invocation): Promise<CheckResult> {
  const about = 'security contact'
  const { securityContact, env, mailFrom } = config
  const remedy = 'Set SECURITY_CONTACT to an address that somebody reads.'
  if (securityContact === null) {
    const message = `security.txt is not served. ${remedy}`
    return env === 'production' ? warning(about, message) : ok(about, message)
  }
  return /^mailto:no-?reply@/i.test(securityContact) ||
    securityContact === `mailto:${mailFrom.address}`
    ? problem(about, `security.txt names the sender of automatic email. ${remedy}`)
    : ok(about, `security.txt names ${securityContact}.`)
}

const megabyte = 1024 * 1024

async function checkDisk({ config: { storageDir } }: Invocation): Promise<CheckResult> {
  if (!existsSync(storageDir)) return problem('disk', `${storageDir} does not exist.`)
  const { bavail, bsize, blocks } = await statfs(storageDir)
  const free = bavail * bsize
  const message = `${Math.floor(free / megabyte)} MB free.`
  if (free < 100 * megabyte) return problem('disk', message)
  return free < 1024 * megabyte || bavail / blocks < 0.05
    ? warning('disk', message)
    : ok('disk', message)
}
