import { type ComponentType, lazy, Suspense, useState } from 'react'

import type { ConfirmationWay } from '#app/pages.ts'
import { Button } from '#web/parts/Button.tsx'
import { ConfirmByPassword } from '#web/parts/ConfirmByPassword.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

const ConfirmByCode = lazy(() => import('#web/parts/ConfirmByCode.tsx'))

export interface WayProps {
  /** Whose account it is. */
  email: string
  /** What was wrong with a form that was sent without script, by field. */
  refused?: Record<string, string>
  onConfirmed: () => void
  /** Where declining is done elsewhere, it is left out. */
  onDecline?: () => void
}

const ConfirmByPasskey = lazy(() =>
  import('#web/parts/ConfirmByPasskey.tsx').then((it) => ({ default: it.ConfirmByPasskey })),
)

/** Each way to confirm is one part, and these rows are all that knows it. What a way needs should come when it is chosen. */
const parts: Partial<Record<ConfirmationWay, ComponentType<WayProps>>> = {
  password: ConfirmByPassword,
  passkey: ConfirmByPasskey,
  code: ConfirmByCode,
}

/** One way to confirm, and buttons for the others the account has. */
export function ConfirmationWays({ ways, ...rest }: WayProps & { ways: ConfirmationWay[] }) {
  const t = useText()
  const [chosen, choose] = useState(ways[0])
  const Part = chosen && parts[chosen]
  const others = ways.filter((way) => way !== chosen && parts[way])
  const instead: Record<ConfirmationWay, string> = {
    password: t('Use your password'),
    passkey: t('Use a passkey'),
    code: t('Use a code from your app'),
  }

  if (!Part) return <NoWay />
  return (
    <div className="grid gap-4">
      <Suspense>
        <Part {...rest} />
      </Suspense>
      {others.map((way) => (
        <Button key={way} wide onClick={() => choose(way)}>
          {instead[way]}
        </Button>
      ))}
    </div>
  )
}

/** An account that an operator made may have nothing to confirm with yet. */
function NoWay() {
  const t = useText()
  return (
    <>
      <p>{t('Your account has no password yet. Set one first; we mail you a link for it.')}</p>
      <a className="button" data-tone="primary" href={route('password.request')}>
        {t('Send me a link')}
      </a>
    </>
  )
}
