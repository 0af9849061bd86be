import { router } from '@inertiajs/react'

import { Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { alert } from '#web/components/icons/alert.ts'
import { key } from '#web/components/icons/key.ts'
import { useTranslation } from '#web/i18n.tsx'
import { toast } from '#web/lib/toast.ts'
import { AddPasskey } from '#web/Pages/Profile/Partials/AddPasskey.tsx'
import { route } from '#web/route.ts'

import { useAutomaticPasskey } from './use-automatic-passkey.ts'

interface Props {
  isFirst: boolean
  /** Signing in takes one step only. */
  isOnlyStep: boolean
}

/** A row of the security checkup, right after a sign-in with a password. */
export function PasskeyOffer({ isFirst, isOnlyStep }: Props) {
  const t = useTranslation()
  const onAdded = () => void toast(t, { tone: 'success', message: t('Your passkey is added.') })
  useAutomaticPasskey(() => {
    onAdded()
    // The person may be on another page by now.
    if (location.pathname === route('dashboard'))
      router.reload({ only: ['passkeyOffer', 'securityIssues'] })
  })

  return (
    <li className="passkey-offer needs-script">
      <span className={isOnlyStep ? 'text-attention' : 'text-muted'}>
        <Icon path={isOnlyStep ? alert : key} />
      </span>
      <p>
        {isOnlyStep
          ? t(
              "Only one step protects your account. With a passkey, your fingerprint, your face or your device's PIN signs you in.",
            )
          : t(
              "With a passkey, your fingerprint, your face or your device's PIN signs you in. It can't be guessed or phished.",
            )}
      </p>
      <div>
        <AddPasskey primary={isFirst} onAdded={onAdded} />
        <Form
          action={route('passkey-offer.destroy')}
          method="delete"
          errorBag="declinePasskeyOffer"
        >
          <button type="submit" className="link">
            {t('Not now')}
          </button>
        </Form>
      </div>
    </li>
  )
}
