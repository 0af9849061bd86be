import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport } from 'nodemailer'

import type { Config } from '#app/platform/config.ts'

import { readableCopy } from './mailbox.ts'
import type { Mailer } from './mailer.ts'
import { message } from './message.ts'

/** Writes each mail into a file of its own, `<id>.eml`. Ids sort by time, and a second try replaces the first. */
export function fileMailer(folder: string, from: Config['mailFrom']): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(id, mail) {
      const { message: eml } = await composer.sendMail(message(id, mail, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = join(folder, `${id}.draft`)
      await writeFile(draft, `${String(eml)}\r\n${readableCopy(id, mail, from)}\r\n`, {
        mode: 0o600,
      })
      await rename(draft, join(folder, `${id}.eml`))
    },
  }
}
