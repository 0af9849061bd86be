import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import type { Mail, MailSummary } from '#app/pages.ts'
import type { Config } from '#app/platform/config.ts'
import { nullIfMissing } from '#app/platform/missing-file.ts'

import type { QueuedMail } from './mail.job.ts'

const mostMails = 200
const label = 'Foyer-Copy: '
const ending = '.eml'
const idFormat = /^[A-Za-z0-9-]{1,80}$/

const Copy = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  sentAt: z.string(),
  html: z.string(),
  text: z.string(),
})

/** The folder that `MAIL_URL=file:…` names. */
export function mailFolder(mailUrl: string): string {
  return mailUrl.replace(/^file:(\/\/(?=\/))?/, '')
}

/** Mail that lands in files holds live links; only a developer's machine may show it. */
export function hasMailbox({ env, mailUrl }: Pick<Config, 'env' | 'mailUrl'>): boolean {
  return env === 'local' && mailUrl.startsWith('file:')
}

/** The last line of each file: the mail once more, readable without taking MIME apart. Mail programs ignore what follows the last part. */
export function readableCopy(id: string, mail: QueuedMail, from: Config['mailFrom']): string {
  const { to, letter, at } = mail
  const copy: Mail = {
    id,
    ...letter,
    to: to.address,
    from: `${from.name} <${from.address}>`,
    sentAt: new Date(at).toISOString(),
  }
  return `${label}${Buffer.from(JSON.stringify(copy)).toString('base64')}`
}

/** The newest 200 mails, newest first. */
export async function readMailbox(folder: string): Promise<MailSummary[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(ending))
  const newest = names.toSorted().toReversed().slice(0, mostMails)
  const mails = await Promise.all(
    newest.map((name) => readMail(folder, name.slice(0, -ending.length))),
  )
  return mails
    .filter((mail) => mail !== null)
    .map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt }))
}

/** Null when there is no such mail, or not one of ours. */
export async function readMail(folder: string, id: string): Promise<Mail | null> {
  if (!idFormat.test(id)) return null
  const file = await readFile(join(folder, `${id}${ending}`), 'utf8').catch(nullIfMissing)
  return file === null ? null : copyIn(file)
}

function copyIn(eml: string): Mail | null {
  const line = eml.trimEnd().split('\n').at(-1) ?? ''
  if (!line.startsWith(label)) return null
  return Copy.parse(JSON.parse(Buffer.from(line.slice(label.length), 'base64').toString('utf8')))
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? []
}
