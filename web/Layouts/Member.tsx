import { Link, usePage } from '@inertiajs/react'
import { lazy, type ReactNode, Suspense } from 'react'

import { AccountMenu } from '#web/components/AccountMenu.tsx'
import { FlashBanner } from '#web/components/FlashBanner.tsx'
import { Footer } from '#web/components/Footer.tsx'
import { Logo } from '#web/components/Logo.tsx'
import { useMainNavigation } from '#web/components/main-navigation.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useTranslation } from '#web/i18n.tsx'

const ConfirmationBadge = lazy(() => import('#web/components/ConfirmationBadge.tsx'))

export function Member({ children }: { children: ReactNode }) {
  const t = useTranslation()
  const navigation = useMainNavigation()
  const { component, props } = usePage()
  const isHydrated = useHydrated()
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
              <Link key={page} href={href} aria-current={component === page ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          {isHydrated && props.auth.confirmedAt && (
            <Suspense>
              <ConfirmationBadge confirmedAt={props.auth.confirmedAt} />
            </Suspense>
          )}
          {props.auth.user && <AccountMenu user={props.auth.user} />}
        </div>
      </header>
      <main id="content">
        <FlashBanner />
        {children}
      </main>
      <Footer showTheme={false} />
    </div>
  )
}
