import { createTransport } from 'nodemailer'

import { isLoopback } from '#app/platform/config-values.ts'
import type { Config } from '#app/platform/config.ts'
import { JobError } from '#app/platform/jobs/job-error.ts'

import type { Mailer } from './mailer.ts'
import { message } from './message.ts'

export interface Patience {
  /** For each: the connection, the greeting, and silence in between. */
  stepMs?: number
  /** For one mail in all. */
  mailMs?: number
}

export function smtpMailer(
  url: string,
  from: Config['mailFrom'],
  { stepMs = 10_000, mailMs = 60_000 }: Patience = {},
): Mailer {
  const transport = smtpTransport(url, stepMs)
  return {
    async send(id, mail) {
      const signal = AbortSignal.timeout(mailMs)
      try {
        await transport.sendMail({ ...message(id, mail, from), signal })
      } catch (error) {
        throw failure(error)
      }
    },
  }
}

/** Beyond this machine only encrypted, as mails hold links that open accounts; `?requireTLS=false` in the address says otherwise. */
export function smtpTransport(url: string, stepMs: number) {
  return createTransport({
    url,
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
  })
}

/** Mail servers quote the address and what they dislike; only their number and our step are kept. */
function failure(error: unknown): JobError {
  const { responseCode, command, code } = partsOf(error)
  if (!responseCode) return new JobError(`The mail could not be handed over (${code}).`)
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA'
  return new JobError(`The mail server answered ${responseCode} to ${command}.`, {
    isFinal: responseCode >= 500 && isAboutThisMail,
  })
}

function partsOf(error: unknown) {
  const known = error instanceof Error ? { ...error } : {}
  return {
    responseCode: 'responseCode' in known ? Number(known.responseCode) : 0,
    command: 'command' in known ? String(known.command).slice(0, 20) : 'us',
    code: 'code' in known ? String(known.code).slice(0, 20) : 'unknown',
  }
}
