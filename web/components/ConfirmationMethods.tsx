import { type ComponentType, lazy, Suspense, useState } from 'react'

import type { ConfirmationMethod } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Button } from './Button.tsx'
import { ConfirmByPassword } from './ConfirmByPassword.tsx'

const ConfirmByCode = lazy(() => import('#web/components/ConfirmByCode.tsx'))

export interface ConfirmationMethodProps {
  /** Whose account it is. */
  email: string
  /** What was wrong with a form that was sent without script, by field. */
  serverErrors?: Record<string, string>
  onConfirmed: () => void
  /** Where declining is done elsewhere, it is left out. */
  onCancel?: () => void
}

const ConfirmByPasskey = lazy(() =>
  import('#web/components/ConfirmByPasskey.tsx').then((it) => ({ default: it.ConfirmByPasskey })),
)

/** Each way to confirm is one part, and these rows are all that knows it. What a way needs should come when it is chosen. */
const methodComponents: Partial<
  Record<ConfirmationMethod, ComponentType<ConfirmationMethodProps>>
> = {
  password: ConfirmByPassword,
  passkey: ConfirmByPasskey,
  code: ConfirmByCode,
}

/** One way to confirm, and buttons for the others the account has. */
export function ConfirmationMethods({
  methods,
  ...rest
}: ConfirmationMethodProps & { methods: ConfirmationMethod[] }) {
  const t = useTranslation()
  const [chosen, setChosen] = useState(methods[0])
  const MethodComponent = chosen && methodComponents[chosen]
  const others = methods.filter((method) => method !== chosen && methodComponents[method])
  const switchLabels: Record<ConfirmationMethod, string> = {
    password: t('Use your password'),
    passkey: t('Use a passkey'),
    code: t('Use a code from your app'),
  }

  if (!MethodComponent) return <NoConfirmationMethod />
  return (
    <div className="grid gap-4">
      <Suspense>
        <MethodComponent {...rest} />
      </Suspense>
      {others.map((method) => (
        <Button key={method} wide onClick={() => setChosen(method)}>
          {switchLabels[method]}
        </Button>
      ))}
    </div>
  )
}

/** An account that an operator made may have nothing to confirm with yet. */
function NoConfirmationMethod() {
  const t = useTranslation()
  return (
    <>
      <p>{t('Your account has no password yet. Set one first; we mail you a link for it.')}</p>
      <a className="button" data-tone="primary" href={route('password.request')}>
        {t('Send me a link')}
      </a>
    </>
  )
}
