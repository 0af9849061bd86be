import { router } from '@inertiajs/react'

import { Button } from '#web/components/Button.tsx'
import { Card } from '#web/components/Card.tsx'
import { Form } from '#web/components/Form.tsx'
import { usePasskeySupport } from '#web/hooks/use-passkey-support.ts'
import { useTranslation } from '#web/i18n.tsx'
import { toast } from '#web/lib/toast.ts'
import { AddPasskey } from '#web/Pages/Profile/Partials/AddPasskey.tsx'
import { route } from '#web/route.ts'

import { useAutomaticPasskey } from './use-automatic-passkey.ts'

/** Right after a sign-in with a password. */
export function PasskeyOffer() {
  const t = useTranslation()
  const onAdded = () => void toast(t, { tone: 'success', message: t('Your passkey is added.') })
  useAutomaticPasskey(() => {
    onAdded()
    // The person may be on another page by now.
    if (location.pathname === route('dashboard'))
      router.reload({ only: ['passkeyOffer', 'securityIssues'] })
  })
  if (!usePasskeySupport()) return null

  return (
    <div className="dashboard-wide passkey-offer needs-script">
      <Card title={t('Sign in faster next time')}>
        <div className="grid gap-4 p-6">
          <p>
            {t(
              "With a passkey, your fingerprint, your face or your device's PIN signs you in. It can't be guessed or phished.",
            )}
          </p>
          <div className="flex flex-wrap gap-3">
            <AddPasskey onAdded={onAdded} />
            <Form
              action={route('passkey-offer.destroy')}
              method="delete"
              errorBag="declinePasskeyOffer"
            >
              <Button type="submit">{t('Not now')}</Button>
            </Form>
          </div>
        </div>
      </Card>
    </div>
  )
}
