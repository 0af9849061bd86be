import type { Text } from '@foyer/sentences'
import type { ReactNode } from 'react'

import type { NotMeAnswer, NotMeStep } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Form } from '#web/parts/Form.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { check } from '#web/parts/icons/check.ts'
import { mail } from '#web/parts/icons/mail.ts'
import { Notice } from '#web/parts/Notice.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

/** Each is ticked off once it is so, whoever did it. */
export default function NotMeSteps({ event, steps, isDone }: NotMeAnswer) {
  const t = useText()
  const confirm = useConfirmation(15)
  const byClick = steps.filter(({ step, state }) => step !== 'password' && state === 'todo')
  const password = steps.find(({ step }) => step === 'password')

  return (
    <>
      <ol>
        {steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
      {isDone && (
        <Notice tone="success">{t('All of it is put right. Your account is yours alone.')}</Notice>
      )}
      {byClick.length > 0 && (
        <Form action={route('time-travel.not-me', { event })} bag={`not-me-${event}`} ask={confirm}>
          <Button type="submit" tone="danger">
            {t('Secure my account')}
          </Button>
        </Form>
      )}
      {byClick.length === 0 && password?.state === 'todo' && (
        <ButtonLink tone="primary" href={`${route('profile.show')}#password`}>
          {t('Choose a new password')}
        </ButtonLink>
      )}
    </>
  )
}

function Step({ step, state, count, email }: NotMeStep) {
  const t = useText()
  const words: Record<NotMeStep['state'], ReactNode> = {
    todo: t('To do'),
    waiting: t('Waits for you'),
    done: t('Done'),
  }
  return (
    <li data-state={state}>
      <span className="not-me-tick">
        {state === 'done' && <Icon of={check} small />}
        {state === 'waiting' && <Icon of={mail} small />}
      </span>
      <span>
        {state === 'done' ? doneWords(t)[step] : todoWords(t, { state, count, email })[step]}
      </span>
      <span className="not-me-state">{words[state]}</span>
    </li>
  )
}

type Words = Record<NotMeStep['step'], string>

function todoWords(
  t: Text,
  { state, count, email }: Pick<NotMeStep, 'state' | 'count' | 'email'>,
): Words {
  return {
    sessions: t.n(count, 'End one session', 'End {count} sessions'),
    tokens: t.n(count, 'Revoke one API token', 'Revoke {count} API tokens'),
    passkeys: t.n(count, 'Remove one passkey', 'Remove {count} passkeys'),
    'two-factor': t('Turn off the second factor they set up'),
    address:
      state === 'waiting'
        ? t('Open the link in the mail to {email}', { email: email ?? '' })
        : t('Bring the address {email} back', { email: email ?? '' }),
    password: t('Choose a new password'),
  }
}

function doneWords(t: Text): Words {
  return {
    sessions: t('Their sessions have ended'),
    tokens: t('Their API tokens are revoked'),
    passkeys: t('Their passkeys are removed'),
    'two-factor': t('Their second factor is off'),
    address: t('Your address is yours'),
    password: t('Your password is one they do not know'),
  }
}
