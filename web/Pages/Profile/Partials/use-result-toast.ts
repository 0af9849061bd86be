import { usePage } from '@inertiajs/react'
import { useEffect } from 'react'

import { useTranslation } from '#web/i18n.tsx'
import { toast } from '#web/lib/toast.ts'

/** Tells in a toast what a security setting is now. Without script the setting itself shows it. */
export function useResultToast(): void {
  const t = useTranslation()
  const { flash } = usePage()

  useEffect(() => {
    const messages: Partial<Record<string, string>> = {
      'password-updated': t('Your password is changed. All other devices are signed out.'),
      'password-removed': t('Your password is removed. All other devices are signed out.'),
      'two-factor-authentication-confirmed': t('Two-factor authentication is on.'),
      'two-factor-authentication-disabled': t('Two-factor authentication is off.'),
      'authenticator-app-added': t('Your authenticator app is added.'),
      'authenticator-app-removed': t('The authenticator app is removed.'),
      'preferred-factor-updated': t("That's your default second factor now."),
      'device-untrusted': t('The device is no longer trusted.'),
      'devices-untrusted': t('No device is trusted any more.'),
      'recovery-codes-confirmed': t('Your new recovery codes work now. The old ones no longer do.'),
      'browser-session-ended': t('The device is signed out.'),
      'other-browser-sessions-ended': t('All other devices are signed out.'),
      'email-address-link-sent': t("We've sent a link to the new address."),
      'email-address-removed': t('The address is removed.'),
      'passkey-registered': t('Your passkey is added.'),
      'security-key-registered': t('Your security key is added.'),
      'passkey-deleted': t('The passkey is removed.'),
    }
    const message = messages[flash.status ?? '']
    if (message) void toast(t, { tone: 'success', message })
  }, [flash, t])
}
