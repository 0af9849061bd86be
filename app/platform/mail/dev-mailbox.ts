import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import type { Mail, MailSummary } from '#app/pages.ts'
import type { Config } from '#app/platform/config/config.ts'
import { nullIfMissing } from '#app/platform/lib/null-if-missing.ts'

import type { QueuedMail } from './mail.job.ts'

const maxMails = 200
const copyHeader = 'Foyer-Copy: '
const extension = '.eml'
const idFormat = /^[A-Za-z0-9-]{1,80}$/

const MailCopy = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  sentAt: z.string(),
  html: z.string(),
  text: z.string(),
})

export function mailFolder(mailUrl: string): string {
  return mailUrl.replace(/^file:(\/\/(?=\/))?/, '')
}

/** Mail files contain working links, so the mailbox page exists only in local development. */
export function hasDevMailbox({ env, mailUrl }: Pick<Config, 'env' | 'mailUrl'>): boolean {
  return env === 'local' && mailUrl.startsWith('file:')
}

/** The last line of each file: a copy of the mail that needs no MIME parser. Mail programs ignore text after the last part. */
export function mailCopyLine(id: string, mail: QueuedMail, from: Config['mailFrom']): string {
  const { to, letter, at } = mail
  const copy: Mail = {
    id,
    ...letter,
    to: to.address,
    from: `${from.name} <${from.address}>`,
    sentAt: new Date(at).toISOString(),
  }
  return `${copyHeader}${Buffer.from(JSON.stringify(copy)).toString('base64')}`
}

export async function readMailbox(folder: string): Promise<MailSummary[]> {
  const names = (await fileNames(folder)).filter((name) => name.endsWith(extension))
  const newest = names.toSorted().toReversed().slice(0, maxMails)
  const mails = await Promise.all(
    newest.map((name) => readMail(folder, name.slice(0, -extension.length))),
  )
  return mails
    .filter((mail) => mail !== null)
    .map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt }))
}

/** Null when the mail does not exist or was not written by `fileMailer`. */
export async function readMail(folder: string, id: string): Promise<Mail | null> {
  if (!idFormat.test(id)) return null
  const file = await readFile(join(folder, `${id}${extension}`), 'utf8').catch(nullIfMissing)
  return file === null ? null : parseMailCopy(file)
}

function parseMailCopy(eml: string): Mail | null {
  const line = eml.trimEnd().split('\n').at(-1) ?? ''
  if (!line.startsWith(copyHeader)) return null
  return MailCopy.parse(
    JSON.parse(Buffer.from(line.slice(copyHeader.length), 'base64').toString('utf8')),
  )
}

async function fileNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? []
}
