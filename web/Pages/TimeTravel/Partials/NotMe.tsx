import type { Text } from '@foyer/sentences'
import { router, usePage } from '@inertiajs/react'
import { type ReactNode, useEffect, useState } from 'react'

import type { NotMeAnswer, NotMeStep, Pages } from '#app/pages.ts'
import { useAccountEvents } from '#web/parts/account-events.ts'
import { Button, ButtonLink } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Form } from '#web/parts/Form.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { check } from '#web/parts/icons/check.ts'
import { mail } from '#web/parts/icons/mail.ts'
import { Notice } from '#web/parts/Notice.tsx'
import { Skeleton } from '#web/parts/Skeleton.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

/** What to do about an event that was someone else: asked for when it is opened, and again when something happened since. */
export function NotMe({ event }: { event: number }) {
  const t = useText()
  const { props, flash } = usePage<Pages['TimeTravel/Index']>()
  const [isOpen, open] = useState(flash.status === 'event-disowned')
  const [answer, keep] = useState(props.notMe)
  if (props.notMe && props.notMe !== answer) keep(props.notMe)

  /** The number of the newest event that was heard of. */
  const [newest, hear] = useState(0)
  useAccountEvents((heard) => heard && hear(heard.sequence))

  const known = answer?.event === event ? answer : null
  const [upTo, wanted] = [known?.upTo ?? 0, Math.max(newest, props.life.total)]
  useEffect(() => {
    if (isOpen && upTo < wanted) router.reload({ only: ['notMe'], showProgress: false })
  }, [isOpen, upTo, wanted])

  return (
    <details
      className="not-me needs-script"
      open={isOpen}
      onToggle={({ currentTarget }) => open(currentTarget.open)}
    >
      <summary>{t("This wasn't me")}</summary>
      <p>
        {t('Then everything this device left behind is taken back. Here is what there is to do.')}
      </p>
      {known ? <Steps {...known} /> : <Skeleton lines={2} />}
    </details>
  )
}

/** Each is ticked off once it is so, whoever did it. */
function Steps({ event, steps, isDone }: NotMeAnswer) {
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
