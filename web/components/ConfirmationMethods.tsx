import { type ComponentType, useState } from 'react'

import type { ConfirmationMethod, ConfirmingProvider } from '#app/confirmation/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Button } from './Button.tsx'
import { ConfirmByCode } from './ConfirmByCode.tsx'
import { ConfirmByPasskey } from './ConfirmByPasskey.tsx'
import { ConfirmByPassword } from './ConfirmByPassword.tsx'
import { ConfirmByProvider } from './ConfirmByProvider.tsx'

export interface ConfirmationMethodProps {
  email: string
  /** Used by the method `provider`. */
  providers: ConfirmingProvider[]
  /** Errors by field, of a form submitted without script. */
  serverErrors?: Record<string, string>
  /** The target URL without script; absent in the dialog, which needs script. */
  noScriptAction?: string
  onConfirmed: () => void
  /** Omitted if the page has its own way to decline. */
  onCancel?: () => void
}

/** Not lazy: without a password another method is the first one, and rendered on the server. */
const methodComponents: Partial<
  Record<ConfirmationMethod, ComponentType<ConfirmationMethodProps>>
> = {
  password: ConfirmByPassword,
  passkey: ConfirmByPasskey,
  code: ConfirmByCode,
  provider: ConfirmByProvider,
}

interface Props extends ConfirmationMethodProps {
  methods: ConfirmationMethod[]
  /** The address that the waiting action sends a link to. */
  linkTo?: string | undefined
}

export function ConfirmationMethods({ methods, linkTo, ...rest }: Props) {
  const t = useTranslation()
  const [chosen, setChosen] = useState(methods[0])
  const MethodComponent = chosen && methodComponents[chosen]
  const others = methods.filter((method) => method !== chosen && methodComponents[method])
  const switchLabels: Record<ConfirmationMethod, string> = {
    password: t('Use your password'),
    passkey: t('Use a passkey'),
    code: t('Use a code from your app'),
    provider: t('Sign in again with a linked account'),
  }

  const reasons: Record<ConfirmationMethod, string> = linkTo
    ? {
        password: t('Enter your password to send a link to {email}.', { email: linkTo }),
        passkey: t('Use a passkey to send a link to {email}.', { email: linkTo }),
        code: t('Enter a code from your app to send a link to {email}.', { email: linkTo }),
        provider: t('Sign in again to send a link to {email}.', { email: linkTo }),
      }
    : {
        password: t('Enter your password to continue.'),
        passkey: t('Use a passkey to continue.'),
        code: t('Enter a code from your app to continue.'),
        provider: t('Sign in again with a linked account to continue.'),
      }

  if (!MethodComponent) return <NoConfirmationMethod />
  return (
    <div className="grid gap-4">
      <p className="confirmation-reason">{reasons[chosen]}</p>
      <MethodComponent {...rest} />
      {others.map((method) => (
        <Button key={method} wide onClick={() => setChosen(method)}>
          {switchLabels[method]}
        </Button>
      ))}
    </div>
  )
}

/** An account created by the CLI may have no credentials yet. */
function NoConfirmationMethod() {
  const t = useTranslation()
  return (
    <>
      <p>{t("Your account has no password yet. We'll email you a link to set one.")}</p>
      <a className="button" data-tone="primary" href={route('password.request')}>
        {t('Send link')}
      </a>
    </>
  )
}
