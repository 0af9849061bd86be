import { z } from 'zod'

import type { CaptchaService } from '#app/platform/config/sign-up-settings.ts'
import { limitBody } from '#app/platform/lib/limit-body.ts'

import type { Captcha } from './captcha-type.ts'
import { maxVerdictBytes, verifyTimeoutMs } from './limits.ts'

const Verdict = z.object({ success: z.boolean() })

/** Turnstile and hCaptcha share this protocol. */
export function turnstileOrHcaptcha({ kind, siteKey, secret, verifyUrl }: CaptchaService): Captcha {
  return {
    forPage: { kind, siteKey },
    field: kind === 'turnstile' ? 'cf-turnstile-response' : 'h-captcha-response',
    async verify(answer, { ip }) {
      const body = new URLSearchParams({ secret, response: answer, remoteip: ip, sitekey: siteKey })
      try {
        const signal = AbortSignal.timeout(verifyTimeoutMs)
        const response = await fetch(verifyUrl, { method: 'POST', body, signal, redirect: 'error' })
        const { success } = Verdict.parse(await limitBody(response, maxVerdictBytes).json())
        return success ? 'passed' : 'failed'
      } catch {
        return 'unknown'
      }
    },
  }
}
