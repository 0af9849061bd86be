import type { Text } from '@foyer/sentences'
import { router } from '@inertiajs/react'

import type { AccountMessage } from '#app/events.ts'
import { notice } from '#web/client/notice.ts'
import { deviceWords } from '#web/parts/device-words.ts'
import { route } from '#web/route.ts'

/** Tells whoever is signed in here that someone signed in elsewhere, and lets them say that it was somebody else. */
export function sayNewSignIn(t: Text, { sequence, from }: AccountMessage): void {
  const words = [deviceWords(t, from ?? null), from?.ip]
  notice({
    tone: 'attention',
    role: 'status',
    sentence: t('New sign-in: {where}', { where: words.filter(Boolean).join(', ') }),
    action: {
      label: t("It wasn't me"),
      run: () => router.visit(route('time-travel.index', { event: sequence })),
    },
    dismiss: t('Dismiss'),
    stays: true,
  })
}
