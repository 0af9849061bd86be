import { useTranslation } from '#web/i18n.tsx'

import { Button } from './Button.tsx'
import type { ConfirmationMethodProps } from './ConfirmationMethods.tsx'

/** Plain links, which leave the site; the provider leads back to this page. */
export function ConfirmByProvider({ providers, onCancel }: ConfirmationMethodProps) {
  const t = useTranslation()
  return (
    <div className="grid gap-3">
      <p className="text-muted">{t("You'll sign in there again, and come back to this page.")}</p>
      {providers.map((provider, index) => (
        <a
          key={provider.href}
          className="button"
          data-wide
          data-tone={index === 0 ? 'primary' : undefined}
          href={provider.href}
        >
          <span>{t('Continue with {provider}', { provider: provider.label })}</span>
        </a>
      ))}
      {onCancel && <Button onClick={onCancel}>{t('Not now')}</Button>}
    </div>
  )
}
