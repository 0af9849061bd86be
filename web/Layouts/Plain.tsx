import type { ReactNode } from 'react'

import { FlashBanner } from '#web/components/FlashBanner.tsx'
import { Footer } from '#web/components/Footer.tsx'
import { Logo } from '#web/components/Logo.tsx'

/** Layout of pages open to everyone: legal pages, errors, the mailbox. */
export function Plain({ wide, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className="plain" data-wide={wide}>
      <header>
        <Logo />
      </header>
      <main>
        <FlashBanner />
        {children}
      </main>
      <Footer />
    </div>
  )
}
