import { useEffect } from 'react'

import type { SupportAccessBanner } from '#app/support-access/pages.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useNow } from '#web/hooks/use-now.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Alert } from './Alert.tsx'
import { PostButton } from './PostButton.tsx'

/** The banner on every page of both sides while an administrator may see an account. */
export function SupportBanner({ id, isOwner, name, endsAt }: SupportAccessBanner) {
  const t = useTranslation()
  const isHydrated = useHydrated()
  const leftMs = Date.parse(endsAt) - useNow(10_000)
  const minutes = Math.max(1, Math.ceil(leftMs / 60_000))
  const isOver = isHydrated && leftMs <= 0

  useEffect(() => {
    if (isOver && !isOwner) location.reload()
  }, [isOver, isOwner])

  if (isOver && isOwner) return null
  return (
    <Alert tone="attention">
      <div className="test-clock support-banner">
        {/* The server rendered a moment earlier. */}
        <p suppressHydrationWarning>
          <strong className="font-medium wrap-anywhere">
            {isOwner
              ? t('{name} of our support team may see your account.', { name })
              : t('You see the account of {name}.', { name })}
          </strong>{' '}
          {isOwner ? null : `${t('You can change nothing, and each page is recorded.')} `}
          {t.n(minutes, 'One minute left.', '{count} minutes left.')}
        </p>
        <PostButton
          className="button"
          method="delete"
          action={route('support-access.destroy', { access: id })}
        >
          <span>{isOwner ? t('End the access') : t('Stop looking')}</span>
        </PostButton>
      </div>
    </Alert>
  )
}
