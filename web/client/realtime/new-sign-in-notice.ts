import type { Translator } from '@foyer/i18n'
import { router } from '@inertiajs/react'

import type { AccountEventMessage } from '#app/account-events.ts'
import { showClientAlert } from '#web/client/client-alert.ts'
import { deviceLabel } from '#web/lib/device-label.ts'
import { route } from '#web/route.ts'

export function showNewSignInNotice(t: Translator, { sequence, from }: AccountEventMessage): void {
  const origin = [deviceLabel(t, from ?? null), from?.ip]
  showClientAlert({
    tone: 'attention',
    role: 'status',
    message: t('New sign-in: {where}', { where: origin.filter(Boolean).join(', ') }),
    action: {
      label: t("This wasn't me"),
      run: () => router.visit(route('time-travel.index', { event: sequence })),
    },
    dismissLabel: t('Dismiss'),
    persistent: true,
  })
}
