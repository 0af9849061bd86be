import { Link, usePage } from '@inertiajs/react'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'

import type { SharedProps } from '#app/pages.ts'
import { watchTyping } from '#web/client/watch-typing.ts'
import { AccountMenu } from '#web/components/AccountMenu.tsx'
import { FlashBanner } from '#web/components/FlashBanner.tsx'
import { Footer } from '#web/components/Footer.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { magnifier } from '#web/components/icons/magnifier.ts'
import { Logo } from '#web/components/Logo.tsx'
import { NotificationBell } from '#web/components/NotificationBell.tsx'
import { SupportBanner } from '#web/components/SupportBanner.tsx'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useMainNavigation } from '#web/hooks/use-main-navigation.ts'
import { type ShortcutDialog, useShortcuts } from '#web/hooks/use-shortcuts.ts'
import { useTranslation } from '#web/i18n.tsx'

const ConfirmationBadge = lazy(() => import('#web/components/ConfirmationBadge.tsx'))
const CommandPalette = lazy(() => import('#web/components/CommandPalette.tsx'))
const KeyboardShortcuts = lazy(() => import('#web/components/KeyboardShortcuts.tsx'))

interface Props {
  /** For pages with changes that ask for a confirmation first. */
  showsConfirmationBadge?: boolean
  children: ReactNode
}

export function Member({ showsConfirmationBadge, children }: Props) {
  const t = useTranslation()
  const navigation = useMainNavigation()
  const page = usePage()
  const { component, props } = page

  return (
    <div className="member">
      <a className="skip-link" href="#content">
        {t('Skip to the content')}
      </a>
      <header className="member-bar">
        <div>
          <Logo />
          <nav aria-label={t('Main')}>
            {navigation.map(({ page, href, label }) => (
              <Link key={page} href={href} aria-current={currentOf(page, component)}>
                {label}
              </Link>
            ))}
          </nav>
          {showsConfirmationBadge && <HydratedBadge {...props.auth} />}
          <SearchButton />
          {props.unreadNotifications !== undefined && (
            <NotificationBell unread={props.unreadNotifications} />
          )}
          {props.auth.user && <AccountMenu user={props.auth.user} />}
        </div>
      </header>
      <main id="content" onInput={({ target }) => watchTyping(target, t)}>
        {props.supportAccess && <SupportBanner {...props.supportAccess} />}
        <FlashBanner />
        <Content page={page}>{children}</Content>
      </main>
      <Footer showTheme={false} />
    </div>
  )
}

/** Marks the area of a page as well: "API tokens" on the API reference. */
function currentOf(page: string, component: string): 'page' | 'true' | undefined {
  if (page === component) return 'page'
  return page.split('/')[0] === component.split('/')[0] ? 'true' : undefined
}

function SearchButton() {
  const t = useTranslation()
  const [dialog, setDialog] = useState<ShortcutDialog | null>(null)
  const close = () => setDialog(null)
  useShortcuts(setDialog)

  return (
    <>
      <button
        type="button"
        className="icon-button search-button needs-script"
        aria-label={t('Search')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setDialog('palette')}
      >
        <Icon path={magnifier} />
      </button>
      <Suspense>
        {dialog === 'palette' && (
          <CommandPalette onClose={close} showShortcuts={() => setDialog('shortcuts')} />
        )}
        {dialog === 'shortcuts' && <KeyboardShortcuts onClose={close} />}
      </Suspense>
    </>
  )
}

interface ContentProps {
  page: object
  children: ReactNode
}

/**
 * Hydrated after the frame, in pieces that leave room for input. At the start the client renders the layout once more, with a
 * new element for the same page, for which React would hydrate everything at once.
 */
const Content = memo(
  ({ children }: ContentProps) => <Suspense>{children}</Suspense>,
  (before, after) => before.page === after.page,
)

function HydratedBadge({ confirmedAt, confirmationMinutes }: SharedProps['auth']) {
  const isHydrated = useHydrated()
  if (!isHydrated || !confirmedAt || !confirmationMinutes) return null
  return (
    <Suspense>
      <ConfirmationBadge confirmedAt={confirmedAt} minutes={confirmationMinutes} />
    </Suspense>
  )
}
