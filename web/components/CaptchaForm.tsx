import { type ReactNode, useEffect, useRef } from 'react'

import type { ChallengeForPage } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { proofOfWork } from '#web/lib/proof-of-work.ts'

import { CaptchaWidget } from './CaptchaWidget.tsx'
import { Form, type FormProps } from './Form.tsx'

type Props = FormProps & { challenge: ChallengeForPage | null; children: ReactNode }

/** A form of guests that answers the server's challenge, if it has one. */
export function CaptchaForm({ challenge, children, ...form }: Props) {
  if (challenge?.kind === 'altcha') return <WorkForm {...form}>{children}</WorkForm>
  return (
    <Form {...form}>
      {children}
      {challenge && (
        <>
          <CaptchaWidget {...challenge} />
          <WithoutScript />
        </>
      )}
    </Form>
  )
}

/** Works while the person types. The answer counts once, so each submission has its own. */
function WorkForm({ children, ...form }: FormProps) {
  const field = useRef<HTMLInputElement>(null)
  const work = useRef<Promise<string>>(undefined)
  useEffect(() => {
    work.current ??= proofOfWork()
  }, [])

  async function sendAnswered(send: () => void) {
    const answer = await (work.current ?? proofOfWork())
    work.current = undefined
    if (field.current) field.current.value = answer
    send()
  }

  return (
    <Form {...form} confirm={(send) => void sendAnswered(send)}>
      {children}
      <input ref={field} type="hidden" name="altcha" />
      <WithoutScript />
    </Form>
  )
}

function WithoutScript() {
  const t = useTranslation()
  return (
    <noscript>
      <p className="text-muted">
        {t('Without JavaScript, only a few people can sign up each hour. You may have to wait.')}
      </p>
    </noscript>
  )
}
