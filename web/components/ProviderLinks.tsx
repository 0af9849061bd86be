import type { ProviderLink } from '#app/providers/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

import '#web/styles/provider-links.css'

interface Props {
  providers: ProviderLink[]
  /** The others are behind "More ways to sign in". */
  shownAtFirst?: number
}

/** Plain links: the browser leaves the site, with or without script. */
export function ProviderLinks({ providers, shownAtFirst = 2 }: Props) {
  const t = useTranslation()
  if (providers.length === 0) return null
  const sorted = providers.toSorted((a, b) => Number(b.isLast) - Number(a.isLast))
  const more = sorted.slice(shownAtFirst)
  return (
    <div className="provider-links grid gap-3">
      <LinkList label={t('Other ways to sign in')} providers={sorted.slice(0, shownAtFirst)} />
      {more.length > 0 && (
        <details>
          <summary>{t('More ways to sign in')}</summary>
          <LinkList label={t('More ways to sign in')} providers={more} />
        </details>
      )}
    </div>
  )
}

function LinkList({ label, providers }: { label: string; providers: ProviderLink[] }) {
  const t = useTranslation()
  return (
    <ul className="grid gap-3" aria-label={label}>
      {providers.map((provider) => (
        <li key={provider.href} className="grid gap-1">
          <ProviderButton {...provider} />
          {provider.isLast && (
            <span className="text-muted text-13">{t('You last signed in with this.')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface ButtonProps extends Pick<ProviderLink, 'label' | 'href'> {
  tone?: 'primary'
}

/** Two links, of which the style sheet shows the one that fits the checkbox "Keep me signed in", also without script. */
export function ProviderButton({ label, href, tone }: ButtonProps) {
  const t = useTranslation()
  const text = <span>{t('Continue with {provider}', { provider: label })}</span>
  return (
    <>
      <a className="button not-remembered" data-wide data-tone={tone} href={href}>
        {text}
      </a>
      <a className="button remembered" data-wide data-tone={tone} href={`${href}?remember=1`}>
        {text}
      </a>
    </>
  )
}
