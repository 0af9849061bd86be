import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport } from 'nodemailer'

import type { Config } from '#app/platform/config/config.ts'

import { mailCopyLine } from './dev-mailbox.ts'
import type { Mailer } from './mailer.ts'
import { nodemailerMessage } from './nodemailer-message.ts'

/** Writes each mail to `<id>.eml`. Ids sort by time; a retry replaces the file. */
export function fileMailer(folder: string, from: Config['mailFrom']): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(id, mail) {
      const { message: eml } = await composer.sendMail(nodemailerMessage(id, mail, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporaryFile = join(folder, `${id}.draft`)
      await writeFile(temporaryFile, `${String(eml)}\r\n${mailCopyLine(id, mail, from)}\r\n`, {
        mode: 0o600,
      })
      await rename(temporaryFile, join(folder, `${id}.eml`))
    },
  }
}
