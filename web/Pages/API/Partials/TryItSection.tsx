import { Link } from '@inertiajs/react'

import { CurlExample } from '#web/components/api-tokens/CurlExample.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function TryItSection({ exampleUrl }: { exampleUrl: string }) {
  const t = useTranslation()
  return (
    <Section
      id="try"
      title={t('Use a token')}
      description={t('Send it with every request. Never put a token in a URL.')}
    >
      <div className="grid gap-3">
        <CurlExample url={exampleUrl} token="$FOYER_TOKEN" />
        <p>
          <Link href={route('api.docs')}>{t('API reference')}</Link>
        </p>
      </div>
    </Section>
  )
}
