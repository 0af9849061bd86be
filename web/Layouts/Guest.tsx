import type { ReactNode } from 'react'

import { FlashBanner } from '#web/components/FlashBanner.tsx'
import { Footer } from '#web/components/Footer.tsx'
import { Logo } from '#web/components/Logo.tsx'
import { useTranslation } from '#web/i18n.tsx'

/** Layout for signed-out visitors: one column, with an illustration beside it on wide screens. */
export function Guest({ children }: { children: ReactNode }) {
  const t = useTranslation()
  return (
    <div className="guest">
      <div className="guest-column">
        <header>
          <Logo />
        </header>
        <main>
          <FlashBanner />
          {children}
        </main>
        <Footer />
      </div>
      <aside className="guest-panel">
        <div className="illustration" />
        <p>{t('Come in. Everything is where you left it.')}</p>
      </aside>
    </div>
  )
}
