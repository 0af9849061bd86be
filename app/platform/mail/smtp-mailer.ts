import { createTransport } from 'nodemailer'

import type { Config } from '#app/platform/config/config.ts'
import { isLoopback } from '#app/platform/config/setting-parsers.ts'
import { JobError } from '#app/platform/jobs/job-error.ts'

import { smtpTimeouts } from './limits.ts'
import type { Mailer } from './mailer.ts'
import { nodemailerMessage } from './nodemailer-message.ts'

export interface SmtpTimeouts {
  /** Timeout of each step: DNS, connection, greeting and socket inactivity. */
  stepTimeoutMs?: number
  mailTimeoutMs?: number
}

export function smtpMailer(
  url: string,
  from: Config['mailFrom'],
  options: SmtpTimeouts = {},
): Mailer {
  const { stepTimeoutMs, mailTimeoutMs } = { ...smtpTimeouts, ...options }
  const transport = smtpTransport(url, stepTimeoutMs)
  return {
    async send(id, mail) {
      const signal = AbortSignal.timeout(mailTimeoutMs)
      try {
        await transport.sendMail({ ...nodemailerMessage(id, mail, from), signal })
      } catch (error) {
        throw toJobError(error)
      }
    },
  }
}

/** Requires TLS except on loopback, because mails contain account links; `?requireTLS=false` in the URL overrides it. */
export function smtpTransport(url: string, stepTimeoutMs: number) {
  return createTransport({
    url,
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
  })
}

/** Mail servers quote the address in their responses; only the status code and the command are kept. */
function toJobError(error: unknown): JobError {
  const { responseCode, command, code } = smtpErrorDetails(error)
  if (!responseCode) return new JobError(`The mail could not be delivered (${code}).`)
  const isMailSpecific = command === 'RCPT TO' || command === 'DATA'
  return new JobError(`The mail server answered ${responseCode} to ${command}.`, {
    isFinal: responseCode >= 500 && isMailSpecific,
  })
}

function smtpErrorDetails(error: unknown) {
  const fields = error instanceof Error ? { ...error } : {}
  return {
    responseCode: 'responseCode' in fields ? Number(fields.responseCode) : 0,
    command: 'command' in fields ? String(fields.command).slice(0, 20) : 'the connection',
    code: 'code' in fields ? String(fields.code).slice(0, 20) : 'unknown',
  }
}
