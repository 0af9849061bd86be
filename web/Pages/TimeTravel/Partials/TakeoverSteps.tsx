import type { Translator } from '@foyer/i18n'
import type { ReactNode } from 'react'

import type { TakeoverStep } from '#app/pages.ts'
import type { TakeoverResponse } from '#app/time-travel/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { DisclosureActions } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { check } from '#web/components/icons/check.ts'
import { mail } from '#web/components/icons/mail.ts'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { accountSectionUrl } from '#web/lib/account-sections.ts'
import { route } from '#web/route.ts'

import { timeTravelFeatures } from './time-travel-features.ts'

/** A step is done as soon as its state says so, no matter from which device. */
export default function TakeoverSteps({ event, steps, isDone }: TakeoverResponse) {
  const t = useTranslation()
  if (steps === null) {
    return (
      <>
        <Alert tone="attention">
          {t(
            "This plan has been loaded too often, so its steps aren't listed for now. You can still secure your account.",
          )}
        </Alert>
        <ReportForm event={event} />
      </>
    )
  }
  const oneClickSteps = steps.filter(({ step, state }) => step !== 'password' && state === 'todo')
  const password = steps.find(({ step }) => step === 'password')

  return (
    <>
      <ol>
        {steps.map((step) => (
          <StepItem key={step.step} {...step} />
        ))}
      </ol>
      {isDone && <Alert tone="success">{t('All done. Only you can sign in now.')}</Alert>}
      {oneClickSteps.length > 0 && <ReportForm event={event} />}
      {oneClickSteps.length === 0 && password?.state === 'todo' && (
        <ButtonLink tone="primary" href={accountSectionUrl('password')}>
          {t('Choose a new password')}
        </ButtonLink>
      )}
    </>
  )
}

function ReportForm({ event }: Pick<TakeoverResponse, 'event'>) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Form
      action={route('time-travel.not-me', { event })}
      errorBag={`not-me-${event}`}
      confirm={confirm}
    >
      <DisclosureActions>
        <Button type="submit" tone="danger">
          {t('Secure my account')}
        </Button>
      </DisclosureActions>
    </Form>
  )
}

function StepItem({ step, state, count, email }: TakeoverStep) {
  const t = useTranslation()
  const stateLabels: Record<TakeoverStep['state'], ReactNode> = {
    todo: t('To do'),
    waiting: t('Waiting for you'),
    done: t('Done'),
  }
  return (
    <li data-state={state}>
      <span className="takeover-step-icon">
        {state === 'done' && <Icon path={check} small />}
        {state === 'waiting' && <Icon path={mail} small />}
      </span>
      <span>
        {state === 'done' ? doneLabels(t)[step] : todoLabels(t, { state, count, email })[step]}
      </span>
      <span className="takeover-step-state">{stateLabels[state]}</span>
    </li>
  )
}

const featureSteps = timeTravelFeatures.flatMap(({ takeoverStep }) => takeoverStep ?? [])

type StepLabels = Partial<Record<TakeoverStep['step'], string>>

function todoLabels(
  t: Translator,
  { state, count, email }: Pick<TakeoverStep, 'state' | 'count' | 'email'>,
): StepLabels {
  return {
    sessions: t.n(count, 'Sign out one device', 'Sign out {count} devices'),
    ...Object.fromEntries(featureSteps.map(({ step, todo }) => [step, todo(t, count)])),
    address:
      state === 'waiting'
        ? t('Open the link we sent to {email}', { email: email ?? '' })
        : t('Restore the address {email}', { email: email ?? '' }),
    password: t('Choose a new password'),
  }
}

function doneLabels(t: Translator): StepLabels {
  return {
    sessions: t('Their devices are signed out'),
    ...Object.fromEntries(featureSteps.map(({ step, done }) => [step, done(t)])),
    address: t("The account's email address is yours"),
    password: t("They don't know your password"),
  }
}
